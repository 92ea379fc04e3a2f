/** Every sentence of the page, in one language. A missing one is a type error. Amounts are whole UAH. */
export interface Messages {
  pageTitle: string
  title: string
  subtitle: string
  languages: string
  testPayments: string

  forWhom: string
  forWhomExample: string
  purpose: string
  purposeExample: string
  email: string
  emailHint: string
  required: string
  invalidEmail: string

  donation: string
  donationHint: string
  noDonation: string
  amount: string
  amountUnit: string
  customAmount: string
  customAmountLabel: string
  belowMinimum: string
  aboveMaximum: string
  notWhole: string
  customAmountHint: string
  chooseAmount: string
  preparingCardForm: string
  cardForm: string
  cardLanguageNote: string
  secureNote: string

  order: string
  ordering: string
  pay: (uah: number) => string
  processing: string
  namesMissing: string
  stillOpen: (uah: number) => string

  paymentUnavailable: string
  paymentUnavailableHint: string
  tryAgain: string
  trying: string
  orderWithoutDonation: string

  checkingTitle: string
  checkingHint: string
  unsentTitle: (uah: number) => string
  unsentHint: string
  sendAgain: string
  sending: string

  thanks: string
  done: string
  donationThanks: (uah: number) => string
  orderSuccess: string
  paymentSuccess: string
  paymentReceived: (uah: number) => string
  willBeLit: string
  ok: string
  close: string

  error: string
  paymentFailed: string
  initFailed: string
  paymentTooOften: string
  orderSubmitted: string
  emailSent: string
  orderReceived: string
  orderFailed: string
  orderTooOften: string
  notifications: string

  cannotStart: string
  openSeparately: string
}
