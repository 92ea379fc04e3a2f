import { existsSync } from 'node:fs'
import { chown, stat } from 'node:fs/promises'
import { describeStore, openStore } from '../../server/db/open-store'
import { findStoreFile } from '../../server/db/sqlite'
import type { AddCommand } from '../context'

export const addMigrate: AddCommand = (program, context) =>
  program
    .command('migrate')
    .description(
      'create or migrate the tables of the store, as the server’s start does, and send nothing',
    )
    .action(async () => {
      const { config } = context
      const file = findStoreFile(config.dataDir)
      const isNew = config.databaseUrl === null && !existsSync(file)
      const store = await openStore(config)
      await store.close()
      if (isNew) {
        // It belongs to the server's user, as the folder does, even if root runs the command.
        const { uid, gid } = await stat(config.dataDir)
        await chown(file, uid, gid)
      }
      const place = describeStore(config)
      context.print({ store: place }, `The store ${place} has the tables of this version.`)
    })
