type Words<S extends string> = S extends `${infer First} ${infer Rest}` ? First | Words<Rest> : S

/** The keys of an object that the sandbox always leaves null, with spaces between. */
export function nulls<S extends string>(keys: S): Record<Words<S>, null> {
  return Object.fromEntries(keys.split(' ').map(key => [key, null])) as Record<Words<S>, null>
}
