import { type Decline, declines } from './decline'

/** What the bank does with a card. */
export type Outcome =
  | { kind: 'succeeds'; disputed?: boolean; refunds?: 'late' | 'fail' }
  | { kind: 'declines'; decline: Decline }
  | { kind: 'asks'; by: 'challenge' | 'redirect'; afterwards: Outcome }
  | { kind: 'waits'; afterwards: Outcome }

export interface TestCard {
  outcome: Outcome
  country: string
  /** The name under which a secret key may use it, where the provider gives it one. */
  paymentMethod?: string
}

const succeeds: Outcome = { kind: 'succeeds' }
const challenged: Outcome = { kind: 'asks', by: 'challenge', afterwards: succeeds }
const refused = (decline: Decline): Outcome => ({ kind: 'declines', decline })
const us = (outcome: Outcome, paymentMethod?: string): TestCard =>
  paymentMethod ? { outcome, country: 'US', paymentMethod } : { outcome, country: 'US' }

/**
 * The provider's documented test cards (docs.stripe.com/testing), and below them the ones only this
 * sandbox has, all beginning with 4000009 so that they cannot be mistaken for documented ones.
 */
export const testCards: Readonly<Record<string, TestCard>> = {
  '4242424242424242': us(succeeds, 'pm_card_visa'),
  '4000056655665556': us(succeeds, 'pm_card_visa_debit'),
  '5555555555554444': us(succeeds, 'pm_card_mastercard'),
  '2223003122003222': us(succeeds),
  '5200828282828210': us(succeeds, 'pm_card_mastercard_debit'),
  '378282246310005': us(succeeds, 'pm_card_amex'),
  '6011111111111117': us(succeeds, 'pm_card_discover'),

  '4000000000000002': us(refused(declines.generic), 'pm_card_visa_chargeDeclined'),
  '4000000000009995': us(
    refused(declines.insufficientFunds),
    'pm_card_visa_chargeDeclinedInsufficientFunds',
  ),
  '4000000000009987': us(refused(declines.lost), 'pm_card_visa_chargeDeclinedLostCard'),
  '4000000000009979': us(refused(declines.stolen), 'pm_card_visa_chargeDeclinedStolenCard'),
  '4000000000000069': us(refused(declines.expired), 'pm_card_chargeDeclinedExpiredCard'),
  '4000000000000127': us(refused(declines.incorrectCvc), 'pm_card_chargeDeclinedIncorrectCvc'),
  '4000000000000119': us(
    refused(declines.processingError),
    'pm_card_chargeDeclinedProcessingError',
  ),
  '4000000000006975': us(
    refused(declines.velocity),
    'pm_card_visa_chargeDeclinedVelocityLimitExceeded',
  ),
  '4100000000000019': us(refused(declines.fraudulent), 'pm_card_radarBlock'),
  '4000000000000341': us(refused(declines.generic), 'pm_card_chargeCustomerFail'),

  '4000000000003220': us(challenged, 'pm_card_threeDSecure2Required'),
  '4000002500003155': us(challenged, 'pm_card_authenticationRequiredOnSetup'),
  '4000002760003184': us(challenged, 'pm_card_authenticationRequired'),
  '4000008400001629': us(
    { kind: 'asks', by: 'challenge', afterwards: refused(declines.generic) },
    'pm_card_threeDSecureRequiredChargeDeclined',
  ),
  '4000008260003178': us(
    { kind: 'asks', by: 'challenge', afterwards: refused(declines.insufficientFunds) },
    'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
  ),
  '4000008400001280': us(refused(declines.generic), 'pm_card_threeDSecureRequiredProcessingError'),
  '4000000000003055': us(succeeds, 'pm_card_threeDSecureOptional'),
  '4000000000003097': us(succeeds, 'pm_card_threeDSecureOptionalProcessingError'),
  '4000000032200000': us(succeeds),

  '4000000000000259': us({ kind: 'succeeds', disputed: true }, 'pm_card_createDispute'),
  '4000000000000077': us(succeeds, 'pm_card_bypassPending'),
  '4000000000007726': us({ kind: 'succeeds', refunds: 'late' }, 'pm_card_pendingRefund'),
  '4000000000005126': us({ kind: 'succeeds', refunds: 'fail' }, 'pm_card_refundFail'),

  '4000009000000003': us({ kind: 'asks', by: 'redirect', afterwards: succeeds }),
  '4000009000000011': us({ kind: 'waits', afterwards: succeeds }),
  '4000009000000029': us({ kind: 'waits', afterwards: refused(declines.generic) }),
  '4000009000000037': us(refused(declines.doNotHonor)),
  '4000009000000045': us(refused(declines.notPermitted)),
  '4000009000000052': us(refused(declines.notSupported)),
  '4000009000000060': us(refused(declines.currency)),
  '4000009000000078': { outcome: succeeds, country: 'UA' },
}

/** The number behind one of the provider's ready-made test payment methods. */
export function numberOfPaymentMethod(id: string): string | undefined {
  return Object.keys(testCards).find(number => testCards[number]?.paymentMethod === id)
}

/** What will happen to this number; a number that is no test card is declined, as in test mode. */
export function testCardOf(number: string): TestCard {
  return testCards[number] ?? us(refused(declines.notATestCard))
}
