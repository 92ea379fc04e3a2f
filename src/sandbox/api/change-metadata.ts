import type { Metadata } from '../objects/card'

/** An empty value takes its key away; an empty text takes all of them away. */
export function changeMetadata(known: Metadata, change: Metadata | '' | undefined): Metadata {
  if (change === undefined) return known
  if (change === '') return {}
  return Object.fromEntries(
    Object.entries({ ...known, ...change }).filter(([, value]) => value !== ''),
  )
}
