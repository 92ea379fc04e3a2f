import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'

// `npm test`, and `npm run test:engines`: the parts of a line run concurrently. A green part prints its
// last line, what passed only when repeated and how many pictures were not compared, a red one all.

const steps = process.argv.includes('engines')
  ? [['prepare-machine engines'], ['build'], ['test:webkit', 'test:firefox']]
  : [['prepare-machine'], ['lint', 'typecheck', 'build'], ['test:unit'], ['test:e2e']]

for (const parts of steps) {
  const results = await Promise.all(parts.map(run))
  if (results.includes(false)) process.exit(1)
}

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
  for (const [line] of output.matchAll(/^Passed when repeated: .*/gm)) console.log(line)
  const skipped = output.match(/^Not compared: .*/gm) ?? []
  if (skipped[0]) console.log(`${skipped[0]}; such pictures: ${skipped.length}`)
  if (code !== 0 && !script.startsWith('prepare-machine'))
    console.log(stripVTControlCharacters(output))
  return code === 0
}
