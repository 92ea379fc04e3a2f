import { readSettings } from './settings'
import { startSandbox } from './start'

try {
  const sandbox = await startSandbox(readSettings(process.env))
  for (const signal of ['SIGTERM', 'SIGINT'])
    process.once(signal, () => sandbox.close().then(() => process.exit()))
  console.log(`card sandbox listening on ${sandbox.url}`)
} catch (error) {
  if (!(error instanceof Error)) throw error
  const isTaken = 'code' in error && error.code === 'EADDRINUSE'
  const advice = isTaken ? '. Stop the program that uses it, or set SANDBOX_PORT' : ''
  console.error(`The card sandbox could not start: ${error.message}${advice}.`)
  process.exitCode = 1
}
