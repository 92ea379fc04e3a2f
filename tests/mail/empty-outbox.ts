import { countWaitingLetters } from '../../src/server/db/letters'
import { openStore } from '../../src/server/db/store'
import { createOutbox } from '../../src/server/emails/outbox'
import { quietLog } from './quiet-log'

// Run as a process of its own: sends what the outbox of a store holds until nothing is waiting.
const [dataDir = '', databaseUrl = '', smtpUrl = ''] = process.argv.slice(2)
const store = await openStore({ dataDir, databaseUrl: databaseUrl || null })
const outbox = createOutbox({
  store,
  mail: {
    smtpUrl,
    imapUrl: null,
    folder: dataDir,
    from: 'svichka@example.org',
    templeEmail: 'temple@example.org',
    templeLanguage: 'uk',
  },
  log: quietLog,
})
let sent = 0
while ((await countWaitingLetters(store.db, Number.MAX_SAFE_INTEGER, 'runAt')) > 0) {
  sent += await outbox.runOnce()
}
await outbox.stop()
await store.close()
process.stdout.write(`${sent}\n`)
