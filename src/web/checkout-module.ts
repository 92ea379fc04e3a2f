import { requestPayment } from './checkout/apply-amount'
import { resumePayments } from './checkout/resume'
import { sendFreeOrder } from './checkout/send-order'
import { CaptionsHelp, CardForm } from './components/card-form'
import { CustomAmount } from './components/custom-amount'
import { EmailHint } from './components/email-hint'
import { Overlays } from './components/overlays'
import { PaymentFailure, PaySection } from './components/pay-section'
import { CheckedPayment } from './components/payment-status'
import { OrderFailure } from './components/toaster'

/** The first script loads all of this once the page stands, by one import and so as one file. */
export const checkoutModule = {
  sendFreeOrder,
  requestPayment,
  resumePayments,
  CaptionsHelp,
  CardForm,
  CheckedPayment,
  CustomAmount,
  EmailHint,
  OrderFailure,
  Overlays,
  PaymentFailure,
  PaySection,
}
