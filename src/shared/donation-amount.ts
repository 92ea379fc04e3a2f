export const minimumDonation = 100
export const maximumDonation = 100_000
export const presetAmounts = [100, 200, 300, 400, 500] as const
export const currency = 'uah'

/** Only here do amounts change units, from UAH in the form to kopiykas in the store and at the provider. */
export function toKopiykas(uah: number): number {
  return uah * 100
}

export function toUah(kopiykas: number): number {
  return Math.floor(kopiykas / 100)
}
