import { once } from 'node:events'
import { countWaitingEmails } from '../../../src/server/db/emails'
import { openStore } from '../../../src/server/db/open-store'
import { createOutbox } from '../../../src/server/emails/outbox'
import { buildMailConfig, quietLog } from './mail-config'

// Run as a process of its own: says that it is ready, and when it hears a word, sends what the outbox
// of a store holds until nothing is waiting.
const [dataDir = '', databaseUrl = '', smtpUrl = ''] = process.argv.slice(2)
const store = await openStore({ dataDir, databaseUrl: databaseUrl || null })
const outbox = createOutbox({ store, mail: buildMailConfig({ smtpUrl }), log: quietLog })
process.stdout.write('ready\n')
await once(process.stdin, 'data')
process.stdin.destroy()
let sent = 0
while ((await countWaitingEmails(store.db, Number.MAX_SAFE_INTEGER, 'runAt')) > 0) {
  sent += await outbox.runOnce()
}
await outbox.stop()
await store.close()
process.stdout.write(`${sent}\n`)
