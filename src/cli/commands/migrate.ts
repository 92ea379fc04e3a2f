import { describeStore, openStore } from '../../server/db/open-store'
import { becomeOwner } from '../become-owner'
import type { AddCommand } from '../context'

export const addMigrate: AddCommand = (program, context) =>
  program
    .command('migrate')
    .description(
      'create or migrate the tables of the store, as the server’s start does, and send nothing',
    )
    .action(async () => {
      const { config } = context
      becomeOwner(config.dataDir)
      const store = await openStore(config)
      await store.close()
      const place = describeStore(config)
      context.print({ store: place }, `The store ${place} has the tables of this version.`)
    })
