/** All amounts here are whole UAH; kopiykas exist only on the server. */
export const minimumDonation = 100
export const maximumDonation = 100_000
export const presetAmounts = [100, 200, 300, 400, 500] as const
export const currency = 'uah'

export type CustomAmount =
  | { kind: 'empty' }
  | { kind: 'amount'; uah: number }
  | { kind: 'belowMinimum' | 'aboveMaximum' | 'notWhole' }

export function readCustomAmount(typed: string): CustomAmount {
  const text = typed.trim()
  if (text === '') return { kind: 'empty' }
  const uah = Number(text)
  if (uah < minimumDonation) return { kind: 'belowMinimum' }
  if (!Number.isInteger(uah)) return { kind: 'notWhole' }
  if (uah > maximumDonation) return { kind: 'aboveMaximum' }
  return { kind: 'amount', uah }
}
