import { readSettings, type Settings } from './settings'
import { startSandbox } from './start'

const settings = readSettings(process.env)
if ('error' in settings) {
  console.error(settings.error)
  process.exitCode = 1
} else await run(settings)

async function run({ logs, ...options }: Settings): Promise<void> {
  const log = (line: string) => {
    if (logs) console.error(line)
  }
  try {
    const sandbox = await startSandbox({ ...options, log })
    for (const signal of ['SIGTERM', 'SIGINT'])
      process.once(signal, () => sandbox.close().then(() => process.exit()))
    console.log(`card sandbox listening on ${sandbox.url}`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    const advice = isTaken(error)
      ? ' Stop the program that uses this port, or set SANDBOX_PORT.'
      : ''
    console.error(`The card sandbox could not start: ${reason}.${advice}`)
    process.exitCode = 1
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
