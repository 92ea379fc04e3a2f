import { migrate } from './migrate'
import { openPostgresStore } from './open-postgres-store'
import { openSqliteStore } from './open-sqlite-store'
import type { Store } from './store'

/** Opens the store that the configuration names, its tables up to date. */
export async function openStore(place: {
  databaseUrl: string | null
  dataDir: string
}): Promise<Store> {
  const store = place.databaseUrl
    ? openPostgresStore(place.databaseUrl)
    : openSqliteStore(place.dataDir)
  await migrate(store)
  return store
}
