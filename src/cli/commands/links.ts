import { renewLinkKey } from '../../server/db/link-key'
import { inTransaction } from '../../server/db/store'
import { type AddCommand, usageError } from '../context'

export const addLinks: AddCommand = (program, context) =>
  program
    .command('links')
    .description('end all links to the temple’s page, when one was passed on')
    .option('--revoke', 'end them; orders that wait come again with new links')
    .action(async ({ revoke }) => {
      if (!revoke) throw usageError('Add --revoke to end all links. See svichka orders for them.')
      const store = await context.openStore()
      const orders = await inTransaction(store, trx => renewLinkKey(trx, context.now()))
      context.print(
        { orders },
        'All links made until now have ended.',
        `Orders that wait and come to the temple again: ${orders}.`,
      )
    })
