import { requestPayment } from './checkout/apply-amount'
import { resumePendingOrders } from './checkout/resume'
import { sendFreeOrder } from './checkout/send-order'
import { CaptionsHelp, CardForm } from './components/card-form'
import { CustomAmount } from './components/custom-amount'
import { EmailHint } from './components/email-hint'
import { Overlays } from './components/overlays'
import { AlreadyPaid, UnsentOrder } from './components/paid-order'
import { PaymentFailure, PaySection } from './components/pay-section'
import { OrderFailure } from './components/toaster'

/** What the first script loads once the page stands: one import, so one file. */
export const lateCode = {
  sendFreeOrder,
  requestPayment,
  resumePendingOrders,
  AlreadyPaid,
  CaptionsHelp,
  CardForm,
  CustomAmount,
  EmailHint,
  OrderFailure,
  Overlays,
  PaymentFailure,
  PaySection,
  UnsentOrder,
}
