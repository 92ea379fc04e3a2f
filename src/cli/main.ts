#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { findPackageRoot } from '../server/package-root'
import { exitCodes } from './context'
import { runOps } from './run-ops'

// The command reads the server's own `.env`, wherever it is typed. In a release that is a link to a file
// in /etc.
const folder = findPackageRoot()
const file = join(folder, '.env')

try {
  const settingsFile = existsSync(file) ? readFileSync(file, 'utf8') : ''
  // The environment wins over the file, as it does for the server.
  const variables = { ...parseEnv(settingsFile), ...process.env }
  const options = { variables, settingsFile, folder, now: Date.now }
  const { output, errors, exitCode } = await runOps(process.argv.slice(2), options)
  if (errors !== '') console.error(errors)
  if (output !== '') console.log(output)
  process.exitCode = exitCode
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error)
  console.error(`${file} cannot be read (${reason}). Run the command with sudo.`)
  process.exitCode = exitCodes.config
}
