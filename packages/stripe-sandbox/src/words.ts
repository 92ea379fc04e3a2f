/** The words of a text: `'a b'` → `'a' | 'b'`. */
type Words<S extends string, Found = never> = S extends `${infer First} ${infer Rest}`
  ? Words<Rest, Found | First>
  : Found | S

/** The same value under every one of the words. */
export function each<V, S extends string>(value: V, ...texts: S[]): Record<Words<S>, V> {
  const names = texts.flatMap(text => text.split(' '))
  return Object.fromEntries(names.map(name => [name, value])) as Record<Words<S>, V>
}

/** The keys of an object that the sandbox always leaves null. */
export const nulls = <S extends string>(...keys: S[]) => each(null, ...keys)
