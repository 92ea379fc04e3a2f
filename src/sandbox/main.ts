import { readSettings, type Settings } from './settings'
import { startSandbox } from './start-sandbox'

const settings = readSettings(process.env)
if ('refusal' in settings) {
  console.error(settings.refusal)
  process.exitCode = 1
} else {
  await run(settings)
}

async function run({ port, host, dataDir, webhookUrls, logs }: Settings): Promise<void> {
  const log = (line: string) => {
    if (logs) console.error(line)
  }
  try {
    const sandbox = await startSandbox({ port, host, dataDir, webhookUrls, log })
    for (const signal of ['SIGTERM', 'SIGINT'])
      process.once(signal, () => {
        sandbox.close().then(
          () => process.exit(0),
          () => process.exit(1),
        )
      })
    console.log(`card sandbox listening on ${sandbox.url}`)
  } catch (error) {
    console.error(
      `The card sandbox could not start: ${error instanceof Error ? error.message : error}`,
    )
    process.exitCode = 1
  }
}
