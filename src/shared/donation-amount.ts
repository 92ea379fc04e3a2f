/** All amounts here are whole UAH; kopiykas exist only on the server. */
export const minimumDonation = 100
export const maximumDonation = 100_000
export const presetAmounts = [100, 200, 300, 400, 500] as const
export const currency = 'uah'
