// Runs every step of the Dockerfile in a clean folder, for machines without a container engine:
// node --import tsx scripts/rehearse-image.ts
// The base image is this machine; `/app` and `/data` become folders under it, `node` a plain user.
import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

interface Step {
  word: string
  rest: string
}

const port = '18080'
const folder = mkdtempSync(join(tmpdir(), 'svichka-image-'))
chmodSync(folder, 0o755)
const plainUser = Number(execFileSync('id', ['-u', 'nobody']).toString())

const steps = readSteps(readFileSync('Dockerfile', 'utf8'))
const variables: Record<string, string> = {}
let stage = ''
let workdir = '/'
let command: string[] = []
let healthCheck: string[] = []

for (const step of steps) {
  console.log(`${step.word} ${step.rest}`)
  carryOut(step)
}
await tryImage()
rmSync(folder, { recursive: true, force: true })

function readSteps(text: string): Step[] {
  const lines = text.replace(/\\\n\s*/g, '').split('\n')
  return lines
    .filter(line => line.trim() !== '' && !line.startsWith('#'))
    .map(line => ({ word: line.split(' ')[0] ?? '', rest: line.replace(/^\S+\s+/, '') }))
}

function carryOut({ word, rest }: Step): void {
  if (word === 'FROM') {
    stage = rest.match(/ AS (\w+)/)?.[1] ?? 'final'
    mkdirSync(inStage(stage, '/'), { recursive: true })
  } else if (word === 'WORKDIR') {
    workdir = rest
    mkdirSync(inStage(stage, workdir), { recursive: true })
  } else if (word === 'ENV')
    for (const pair of rest.split(' '))
      variables[pair.split('=')[0] ?? ''] = pair.split('=')[1] ?? ''
  else if (word === 'RUN') run(rest)
  else if (word === 'COPY') copy(rest.split(' '))
  else if (word === 'CMD') command = JSON.parse(rest)
  else if (word === 'HEALTHCHECK') healthCheck = JSON.parse(rest.replace(/^.*? CMD /, ''))
}

function inStage(name: string, path: string): string {
  return join(folder, name, path)
}

function run(line: string): void {
  const script = line
    .replaceAll('/usr/local/bin/svichka', join(folder, stage, 'svichka'))
    .replace(/(^|\s)\/(app|data)\b/g, `$1${join(folder, stage)}/$2`)
    .replaceAll('node:node', String(plainUser))
  execFileSync('sh', ['-ec', script], { cwd: inStage(stage, workdir), stdio: 'inherit' })
}

function copy(words: string[]): void {
  const from = words[0]?.match(/^--from=(\w+)$/)?.[1]
  const paths = from ? words.slice(1) : words
  const target = paths.at(-1) ?? '.'
  for (const path of paths.slice(0, -1)) {
    const source = from ? inStage(from, path) : resolve(path)
    const goal = resolve(inStage(stage, workdir), target)
    const isFile = target.endsWith('/') || (target === '.' && path !== '.')
    const to = isFile ? join(goal, path.split('/').at(-1) ?? '') : goal
    mkdirSync(dirname(to), { recursive: true })
    if (path === '.' && !from) copyContext(goal)
    else cpSync(source, to, { recursive: true, verbatimSymlinks: true })
  }
}

/** What `.dockerignore` lets through: it ignores everything, then names what is needed. */
function copyContext(goal: string): void {
  const rules = readFileSync('.dockerignore', 'utf8').split('\n')
  const kept = rules.filter(rule => rule.startsWith('!')).map(rule => rule.slice(1))
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...kept])
  for (const name of listed.toString().trim().split('\n'))
    if (existsSync(name) && !/\.test\.tsx?$/.test(name))
      cpSync(name, join(goal, name), { recursive: true })
}

/** As the image would run: another user, the program read-only, the health check, a signal to stop. */
async function tryImage(): Promise<void> {
  const root = inStage('final', '')
  execFileSync('chmod', ['-R', 'a-w,a+rX', join(root, 'app')])
  const env = {
    PATH: process.env.PATH ?? '',
    ...variables,
    PORT: port,
    HOST: '127.0.0.1',
    DATA_DIR: join(root, 'data'),
    CARD_PROVIDER: 'none',
  }
  const [program = '', ...words] = command
  const asPlainUser = { cwd: join(root, workdir), env, uid: plainUser, gid: plainUser }
  const server = spawn(program, words, { ...asPlainUser, stdio: 'inherit' })
  const ended = new Promise<number | null>(done => server.once('exit', done))
  try {
    await waitUntilHealthy(asPlainUser)
    console.log(`healthy as user ${plainUser}; the image's own folders hold ${sizeOf(root)}`)
  } finally {
    server.kill('SIGTERM')
  }
  console.log(`stopped in order with ${await ended}`)
}

async function waitUntilHealthy(surroundings: object, triesLeft = 30): Promise<void> {
  const [check = '', ...words] = healthCheck
  try {
    execFileSync(check, words, { ...surroundings, stdio: 'inherit' })
  } catch (error) {
    if (triesLeft === 0) throw error
    await pause(1_000)
    return waitUntilHealthy(surroundings, triesLeft - 1)
  }
}

function sizeOf(path: string): string {
  return execFileSync('du', ['-sh', path]).toString().split('\t')[0] ?? ''
}
