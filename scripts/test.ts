import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'

// `npm test`: what a change needs, in minutes. `npm run test:full`: all, on both databases, in all languages
// and browsers, the oldest by MDN's tables; and `tests/hostile/`, which takes load or time.
// `npm run test:engines`: WebKit and Firefox alone. The parts of a line run concurrently. A green part
// prints its last line and what it left out or repeated, a red one all.

const engines = [['prepare-machine engines'], ['test:webkit', 'test:firefox']]
const isFull = process.env.FULL_TESTS === '1'
const steps = process.argv.includes('engines')
  ? [['build'], ...engines]
  : isFull
    ? [
        ['prepare-machine'],
        ['build'],
        ['test:unit'],
        ['test:hostile'],
        ['test:e2e', 'test:oldest-browsers'],
        ...engines,
      ]
    : [['prepare-machine'], ['lint', 'typecheck', 'build'], ['test:unit'], ['test:e2e']]

for (const parts of steps) {
  const results = await Promise.all(parts.map(run))
  if (results.includes(false)) process.exit(1)
}
if (!isFull && !process.argv.includes('engines'))
  console.log(
    'Not run: tests/hostile (load, slow disks and networks), what vitest.config.ts lists (crashes, other machines, pictures, the card sandbox), PostgreSQL but for SQL and locks, browser tests without the tag @quick, the oldest browsers, WebKit, Firefox, and what is named as skipped. `npm run test:full` runs all.',
  )

async function run(script: string): Promise<boolean> {
  const startedAt = Date.now()
  const args = ['run', '--silent', ...script.split(' ')]
  const child = spawn('npm', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const read = (chunk: Buffer) => {
    output += chunk.toString()
    // An installation takes a minute: show it at once.
    if (script.startsWith('prepare-machine')) process.stdout.write(chunk)
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  const code = await new Promise<number | null>(done => child.once('close', done))
  const seconds = `${((Date.now() - startedAt) / 1000).toFixed(0)} s`.padStart(6)
  console.log(`${code === 0 ? 'green' : 'RED  '} ${seconds}  ${script}`)
  for (const [line] of output.matchAll(/^(Passed when repeated|Skipped): .*/gm)) console.log(line)
  const pictures = output.match(/^Not compared: .*/gm) ?? []
  if (pictures[0]) console.log(`${pictures[0]}; such pictures: ${pictures.length}`)
  if (code !== 0 && !script.startsWith('prepare-machine'))
    console.log(stripVTControlCharacters(output))
  return code === 0
}
