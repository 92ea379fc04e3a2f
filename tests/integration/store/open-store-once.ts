import { openStore } from '../../../src/server/db/open-store'

// Run as a process of its own: opens the embedded store of the folder that its argument names, and ends.
const [dataDir = ''] = process.argv.slice(2)
const store = await openStore({ dataDir, databaseUrl: null })
await store.close()
