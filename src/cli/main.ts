import { existsSync } from 'node:fs'
import { runOps } from './run-ops'

if (existsSync('.env')) process.loadEnvFile('.env')
const { output, exitCode } = await runOps(process.argv.slice(2), {
  variables: process.env,
  now: Date.now,
})
if (output !== '') console.log(output)
process.exitCode = exitCode
