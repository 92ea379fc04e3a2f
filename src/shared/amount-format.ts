/**
 * Creates a format of kopiykas as `1 500 грн`, `100,50 грн` or `1,500 UAH`. Keep it, because creating one
 * is slow.
 */
export function createAmountFormat(locale: string, currency: string): (kopiykas: number) => string {
  const amount = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    trailingZeroDisplay: 'stripIfInteger',
  })
  return kopiykas => `${amount.format(kopiykas / 100)}\u00a0${currency}`
}
