/** Whole UAH to kopiykas, the provider's minor unit: the one place where amounts change units. */
export function toKopiykas(uah: number): number {
  return uah * 100
}
