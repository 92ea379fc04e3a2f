import { createEmailSettings } from '../../server/emails/layout'
import { renewLinks } from '../../server/orders/renew-links'
import { type AddCommand, usageError } from '../context'

export const addLinks: AddCommand = (program, context) =>
  program
    .command('links')
    .description('end all links to the temple’s page, when one was passed on')
    .option('--revoke', 'end them; if anything waits the temple gets a new link at once')
    .action(async ({ revoke }) => {
      if (!revoke) throw usageError('Add --revoke to end all links. See svichka orders for them.')
      const store = await context.openStore()
      const emailSettings = createEmailSettings(context.config)
      const waiting = await renewLinks({ store, emailSettings, now: context.now })
      context.print(
        { waiting },
        'All links made until now have ended.',
        waiting > 0
          ? `An email with a new link goes to the temple: ${waiting} wait.`
          : 'Nothing waits: the next email to the temple has a new link.',
      )
    })
