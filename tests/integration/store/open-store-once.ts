import { openStore } from '../../../src/server/db/open-store'

// Run as a process of its own: opens the store that its arguments name, and ends.
const [dataDir = '', databaseUrl = ''] = process.argv.slice(2)
const store = await openStore({ dataDir, databaseUrl: databaseUrl || null })
await store.close()
