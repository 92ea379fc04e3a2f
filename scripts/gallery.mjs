// Takes a picture of every state of the page anew, and lays them side by side on one page.
// What changed is then seen in the version control's own comparison.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { findChromium } from './find-chromium.mjs'

mkdirSync('tests/e2e/pictures', { recursive: true })
const { status } = spawnSync(
  'npx',
  ['playwright', 'test', 'page-states', '--update-snapshots=all'],
  {
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: findChromium() },
  },
)
if (status !== 0) process.exit(status ?? 1)

const pictures = readdirSync('tests/e2e/pictures').filter(name => name.endsWith('.png'))
const figures = pictures.map(
  name =>
    `<figure><img src="../../tests/e2e/pictures/${name}" alt=""><figcaption>${name.slice(0, -4)}</figcaption></figure>`,
)
const styles =
  'body{display:flex;flex-wrap:wrap;gap:24px;background:#8a8a96;font:14px system-ui}figure{margin:0}'
mkdirSync('test-results/gallery', { recursive: true })
writeFileSync(
  'test-results/gallery/index.html',
  `<!doctype html><meta charset="utf-8"><title>Gallery</title><style>${styles}</style>${figures.join('')}`,
)
console.log('\nThe gallery: test-results/gallery/index.html')
