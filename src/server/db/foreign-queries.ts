import { CompiledQuery } from 'kysely'
import type { Store } from './store'

/** Lets a library that writes its own SQL (the limiter) go through the store's own pool. */
export function clientOf({ db }: Store) {
  return {
    query: ({ text, values }: { text: string; values?: unknown[] }) =>
      db.executeQuery(CompiledQuery.raw(text, values ?? [])),
  }
}
