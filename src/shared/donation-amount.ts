import * as v from 'valibot'

/** All amounts here are whole UAH; kopiykas exist only on the server. */
export const minimumDonation = 100
export const maximumDonation = 100_000
export const presetAmounts = [100, 200, 300, 400, 500] as const
export const currency = 'uah'

/** A donation in whole UAH, as both sides accept it. A numeric text is not a number. */
export const DonationAmountSchema = v.pipe(
  v.number('The amount must be a number.'),
  v.integer('The amount must be a whole number of UAH.'),
  v.minValue(minimumDonation, `The smallest donation is ${minimumDonation} UAH.`),
  v.maxValue(maximumDonation, `The largest donation is ${maximumDonation} UAH.`),
)

export type CustomAmount =
  | { kind: 'empty' }
  | { kind: 'amount'; uah: number }
  | { kind: 'below' | 'above' | 'not-whole' }

/** Reads what a visitor typed as an amount of their own. */
export function readCustomAmount(typed: string): CustomAmount {
  const text = typed.trim()
  if (text === '') return { kind: 'empty' }
  const uah = Number(text)
  if (!Number.isInteger(uah)) return { kind: 'not-whole' }
  if (uah < minimumDonation) return { kind: 'below' }
  if (uah > maximumDonation) return { kind: 'above' }
  return { kind: 'amount', uah }
}
