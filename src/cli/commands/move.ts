import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { storeFileName } from '../../server/db/sqlite'
import { openStore } from '../../server/db/store'
import { type Command, exitCodes, type Report, report, UsageError } from '../command'
import { moveStore } from '../move/move-store'
import { layOutTable } from '../print/table'

/** From the embedded store to PostgreSQL, once, when one process is no longer enough. */
export const moveCommand: Command = {
  word: 'move',
  operands: '',
  summary: 'copies the embedded store of DATA_DIR into the empty database of DATABASE_URL',
  examples: ['move'],
  options: {},
  optionHelp: ['Stop the server first, and start it again with DATABASE_URL set.'],
  async run({ config, store }) {
    if (!config.databaseUrl)
      throw new UsageError('Set DATABASE_URL to the PostgreSQL database to move into.')
    const file = join(config.dataDir, storeFileName)
    if (!existsSync(file))
      return report([`There is no embedded store at ${file}.`], null, exitCodes.notFound)
    const source = await openStore({ databaseUrl: null, dataDir: config.dataDir })
    try {
      return tell(await moveStore(source, store), file)
    } finally {
      await source.close()
    }
  },
}

function tell(outcome: Awaited<ReturnType<typeof moveStore>>, file: string): Report {
  if (outcome.kind === 'not-empty')
    return report(
      [`The database is not empty (${outcome.table} has rows): nothing was copied.`],
      null,
      exitCodes.failed,
    )
  const rows = Object.entries(outcome.rows).map(([table, count]) => [table, String(count)])
  const lines = [
    ...layOutTable(['TABLE', 'ROWS'], rows),
    '',
    'Every row was read back and is the same. Start the server with DATABASE_URL set;',
    `${file} is as it was, and can be put away.`,
  ]
  return report(lines, outcome.rows)
}
