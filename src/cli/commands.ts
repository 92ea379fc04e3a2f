import type { Command } from './command'
import { backupCommand } from './commands/backup'
import { doctorCommand } from './commands/doctor'
import { exportCommand } from './commands/export'
import { forgetCommand } from './commands/forget'
import { lettersCommand } from './commands/letters'
import { litCommand } from './commands/lit'
import { moveCommand } from './commands/move'
import { ordersCommand } from './commands/orders'
import { showCommand } from './commands/show'
import { ticketsCommand } from './commands/tickets'

/** Every word the command line understands, in the order of the help. */
export const commands: Command[] = [
  ordersCommand,
  showCommand,
  litCommand,
  ticketsCommand,
  lettersCommand,
  exportCommand,
  forgetCommand,
  doctorCommand,
  backupCommand,
  moveCommand,
]
