/** The words of a text: `'a b'` → `'a' | 'b'`. */
type Words<S extends string, Found = never> = S extends `${infer First} ${infer Rest}`
  ? Words<Rest, Found | First>
  : Found | S

/** What an enum of the SDK lists; it admits any other text too, for what the API may add later. */
type Listed<T> = T extends string ? (string extends T ? never : T) : never

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? unknown : never) : never

/** The words as a list. Compiles only if they are exactly those of the SDK's enum `T`. */
export function listOf<T>() {
  return <S extends string>(...texts: (S & Same<Words<S>, Listed<T>>)[]) =>
    texts.flatMap(text => text.split(' ')) as Listed<T>[]
}

/** The same value under every one of the words. */
export function each<V, S extends string>(value: V, ...texts: S[]): Record<Words<S>, V> {
  const names = texts.flatMap(text => text.split(' '))
  return Object.fromEntries(names.map(name => [name, value])) as Record<Words<S>, V>
}

/** The keys of an object that the sandbox always leaves null. */
export const nulls = <S extends string>(...keys: S[]) => each(null, ...keys)
