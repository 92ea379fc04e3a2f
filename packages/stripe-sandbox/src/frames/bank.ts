import { returnAddress } from '../browser/return-address'
import { askForDecision, paymentAsked } from './bank-talk'

/** The bank's own page, full size: afterwards the payer is sent back to the shop. */
const { returnUrl } = paymentAsked()

askForDecision(intent => {
  if (returnUrl !== null && /^https?:/.test(returnUrl))
    window.location.replace(returnAddress(returnUrl, intent))
})
