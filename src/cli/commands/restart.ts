import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findPackageRoot } from '../../server/package-root'
import { type AddCommand, exitCodes } from '../context'

/** Calls the installer, which restarts the server after an upgrade, too. */
export const addRestart: AddCommand = (program, context) =>
  program
    .command('restart')
    .description('check the settings, restart the server and wait until it answers')
    .action(() => {
      const installer = join(findPackageRoot(), 'deploy', 'install-release.sh')
      const { status } = spawnSync(installer, ['--restart'], { stdio: 'inherit' })
      context.exitCode = status ?? exitCodes.failed
    })
