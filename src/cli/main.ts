#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findPackageRoot } from '../server/package-root'
import { exitCodes } from './context'
import { runOps } from './run-ops'

// The server's own `.env`, wherever the command is typed; a release links it to its file in /etc.
const folder = findPackageRoot()
const file = join(folder, '.env')

try {
  if (existsSync(file)) process.loadEnvFile(file)
  const options = { variables: process.env, folder, now: Date.now }
  const { output, errors, exitCode } = await runOps(process.argv.slice(2), options)
  if (errors !== '') console.error(errors)
  if (output !== '') console.log(output)
  process.exitCode = exitCode
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error)
  console.error(`${file} cannot be read (${reason}). Run the command with sudo.`)
  process.exitCode = exitCodes.config
}
