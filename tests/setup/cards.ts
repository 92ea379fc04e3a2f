/** The payment provider's test cards, by what becomes of a payment. The last two are the sandbox's own. */
export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  noMoney: '4000000000009995',
  expired: '4000000000000069',
  refundsFail: '4000000000005126',
  asksBank: '4000000000003220',
  redirects: '4000009000000003',
  slow: '4000009000000011',
  slowRefused: '4000009000000029',
} as const
