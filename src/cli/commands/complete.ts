import { createEmailSettings } from '../../server/emails/layout'
import { completeOrder } from '../../server/orders/add-details'
import { type AddCommand, CommandError, notFound, usageError } from '../context'

export const addComplete: AddCommand = (program, context) =>
  program
    .command('complete')
    .description('enter the name or purpose that a paid order lacks')
    .argument('<code>', 'of the order, or the payment’s pi_… of the provider’s dashboard')
    .option('--name <name>', 'who the candle is for')
    .option('--purpose <text>')
    .action(async (typed, { name = '', purpose = '' }) => {
      if (name === '' && purpose === '')
        throw usageError('Name what is missing: --name, --purpose.')
      const services = {
        store: await context.openStore(),
        emailSettings: createEmailSettings(context.config),
        now: context.now,
      }
      const { kind, code } = await completeOrder(services, typed, { name, purpose })
      switch (kind) {
        case 'missing':
          throw notFound(`There is no order ${code}.`)
        case 'not-open':
          throw new CommandError(
            `Order ${code} lacks nothing, or was dismissed or erased: nothing was changed.`,
          )
        case 'lacks-name':
          throw usageError(`Order ${code} would still lack a name: add --name.`)
        case 'lacks-purpose':
          throw usageError(`Order ${code} would still lack a purpose: add --purpose.`)
        case 'completed':
          context.print({ code }, `Order ${code} is complete. The temple reads it.`)
      }
    })
