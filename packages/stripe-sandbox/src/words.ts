/** Splits a text into its words: `'a b'` becomes `'a' | 'b'`. */
type Words<S extends string, Found = never> = S extends `${infer First} ${infer Rest}`
  ? Words<Rest, Found | First>
  : Found | S

/** Builds an object that has the same value under every word of the texts. */
export function each<V, S extends string>(value: V, ...texts: S[]): Record<Words<S>, V> {
  const names = texts.flatMap(text => text.split(' '))
  return Object.fromEntries(names.map(name => [name, value])) as Record<Words<S>, V>
}

/** Builds an object of the keys that the sandbox always leaves null. */
export const nulls = <S extends string>(...keys: S[]) => each(null, ...keys)
