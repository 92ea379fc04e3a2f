// The command line from the last build, or how to build it.
import { existsSync } from 'node:fs'

const built = new URL('../dist/cli/main.js', import.meta.url)

if (existsSync(built)) await import(built.href)
else {
  console.error('The command line is not built yet. Run: npm run build')
  process.exitCode = 1
}
