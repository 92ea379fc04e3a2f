// Everything that must hold before a change lands: format, lint, types, build, unit and API tests,
// browser stories. The first failing step ends the run with its exit code.
import { spawnSync } from 'node:child_process'
import { findChromium } from './find-chromium.mjs'

const chromium = findChromium()

const steps = [
  ['format and lint', 'npx', ['biome', 'ci', '.']],
  ['types', 'npx', ['tsc', '--noEmit']],
  ['nothing unused', 'npx', ['knip', '--include', 'files,dependencies,exports']],
  ['build', 'node', ['scripts/build.mjs']],
  ['unit and API tests', 'npx', ['vitest', 'run']],
  ['browser stories', 'npx', ['playwright', 'test']],
]

for (const [name, program, args] of steps) {
  const startedAt = Date.now()
  console.log(`\n# ${name}`)
  const { status } = spawnSync(program, args, {
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: chromium },
  })
  if (status !== 0) {
    console.error(`\n${name}: failed`)
    process.exit(status ?? 1)
  }
  console.log(`${name}: passed in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
}
