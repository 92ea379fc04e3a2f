import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '../../setup/free-port'
import { giveToPostgres } from '../../setup/start-postgres'

const nodes = ['db1', 'db2', 'db3'] as const
type Node = (typeof nodes)[number]
const bridge = 'svichka-db'
const bridgeAddress = '10.77.0.1'
const addressOf = (node: Node) => `10.77.0.1${node.at(-1)}`
const readyMs = 90_000
/** A standby that needs more of the log than the leader still has never catches up by itself. */
const copyAfterMs = 30_000

interface Member {
  name: Node
  role: string
  state: string
}

/**
 * Three PostgreSQL nodes under Patroni with etcd and HAProxy, configured by `deploy/patroni/`. Each
 * node runs in a network namespace of its own, so that it can be cut off like a machine.
 */
export async function openCluster() {
  requirePrograms()
  const folder = mkdtempSync(join(tmpdir(), 'svichka-cluster-'))
  chmodSync(folder, 0o755)
  const log = openSync(join(folder, 'log'), 'a')
  const running = new Map<string, ChildProcess>()
  const start = (name: string, command: string[]) => {
    const [program = '', ...options] = command
    running.set(name, spawn(program, options, { stdio: ['ignore', log, log], detached: true }))
  }
  const kill = async (name: string) => {
    const child = running.get(name)
    running.delete(name)
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    process.kill(-child.pid, 'SIGKILL')
    await exit
  }
  const startEtcd = () => start('etcd', etcdCommand(folder))
  const startNode = (node: Node) =>
    start(node, [
      'ip',
      'netns',
      'exec',
      node,
      ...asPostgres,
      'patroni',
      join(folder, `${node}.yml`),
    ])
  const port = await findFreePort()

  const cluster = {
    url: `postgres://postgres:change-me@127.0.0.1:${port}/postgres`,
    /** A planned switch of the leader. */
    async switchOver() {
      const leader = await cluster.leader()
      await fetch(`http://${addressOf(leader)}:8008/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader }),
      })
    },
    /** `kill -9` of all processes of the leader's machine; `repair` starts it again. */
    async killLeader() {
      const leader = await cluster.leader()
      killAllOf(leader)
      running.delete(leader)
    },
    /** Cuts the leader's network, until `repair`. */
    async cutLeader() {
      execFileSync('ip', ['link', 'set', `sv-${await cluster.leader()}`, 'down'])
    },
    killEtcd: () => kill('etcd'),
    /** Ends every fault; resolves when three nodes run and one of the standbys is synchronous. */
    async repair() {
      if (!running.has('etcd')) startEtcd()
      for (const node of nodes) {
        execFileSync('ip', ['link', 'set', `sv-${node}`, 'up'])
        if (!running.has(node)) startNode(node)
      }
      const startedAt = Date.now()
      let isCopied = false
      for (;;) {
        const seen = await members().catch(() => [])
        if (isWhole(seen)) return
        const waitedMs = Date.now() - startedAt
        if (waitedMs > readyMs)
          throw new Error(
            `The cluster is not whole:\n${readFileSync(join(folder, 'log')).slice(-4_000)}`,
          )
        if (waitedMs > copyAfterMs && !isCopied) {
          isCopied = true
          await Promise.all(seen.filter(member => !isRunning(member)).map(copyAnew))
        }
        await delay(500)
      }
    },
    async leader(): Promise<Node> {
      const leader = (await members()).find(member => member.role === 'leader')
      if (!leader) throw new Error('The cluster has no leader.')
      return leader.name
    },
    async close() {
      for (const name of [...running.keys()]) await kill(name)
      removeNetwork()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    // Remains of a killed run.
    removeNetwork()
    createNetwork()
    for (const node of nodes) writeConfiguration(folder, node)
    const proxy = readFileSync('deploy/patroni/haproxy.cfg', 'utf8')
    writeFileSync(join(folder, 'haproxy.cfg'), proxy.replace('127.0.0.1:5000', `127.0.0.1:${port}`))
    await cluster.repair()
    start('haproxy', ['haproxy', '-db', '-f', join(folder, 'haproxy.cfg')])
  } catch (error) {
    await cluster.close()
    throw error
  }
  return cluster
}

const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups']

/** The members as the first node that answers sees them. */
async function members(): Promise<Member[]> {
  const answer = await Promise.any(
    nodes.map(node =>
      fetch(`http://${addressOf(node)}:8008/cluster`, { signal: AbortSignal.timeout(2_000) }),
    ),
  )
  const { members } = (await answer.json()) as { members: Member[] }
  return members
}

/** Copies the leader to a node, as an operator does with `patronictl reinit`. */
async function copyAnew({ name }: Member): Promise<void> {
  const body = JSON.stringify({ force: true })
  await fetch(`http://${addressOf(name)}:8008/reinitialize`, { method: 'POST', body })
}

const isRunning = ({ state }: Member) => ['running', 'streaming'].includes(state)

function isWhole(members: Member[]): boolean {
  const roles = members.filter(isRunning).map(member => member.role)
  return roles.length === nodes.length && roles.includes('leader') && roles.includes('sync_standby')
}

function etcdCommand(folder: string): string[] {
  const client = `http://${bridgeAddress}:2379`
  return [
    'etcd',
    `--data-dir=${join(folder, 'etcd')}`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=http://${bridgeAddress}:2380`,
    '--log-level=error',
  ]
}

function writeConfiguration(folder: string, node: Node): void {
  const home = join(folder, node)
  mkdirSync(home)
  giveToPostgres(home)
  const configuration = readFileSync('deploy/patroni/patroni.yml', 'utf8')
    .replace('name: db1', `name: ${node}`)
    .replaceAll('10.77.0.11', addressOf(node))
    .replaceAll('/var/lib/postgresql', home)
  writeFileSync(join(folder, `${node}.yml`), configuration)
}

function createNetwork(): void {
  const ip = (...options: string[]) => execFileSync('ip', options)
  ip('link', 'add', bridge, 'type', 'bridge')
  ip('addr', 'add', `${bridgeAddress}/24`, 'dev', bridge)
  ip('link', 'set', bridge, 'up')
  for (const node of nodes) {
    ip('netns', 'add', node)
    ip('link', 'add', `sv-${node}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', node)
    ip('link', 'set', `sv-${node}`, 'master', bridge, 'up')
    ip('-n', node, 'addr', 'add', `${addressOf(node)}/24`, 'dev', 'eth0')
    ip('-n', node, 'link', 'set', 'eth0', 'up')
    ip('-n', node, 'link', 'set', 'lo', 'up')
  }
}

function removeNetwork(): void {
  for (const node of nodes) {
    killAllOf(node)
    spawnSync('ip', ['netns', 'del', node])
  }
  spawnSync('ip', ['link', 'del', bridge])
}

function killAllOf(node: Node): void {
  const pids = spawnSync('ip', ['netns', 'pids', node]).stdout.toString().split('\n')
  for (const pid of pids.filter(Boolean)) process.kill(Number(pid), 'SIGKILL')
}

function requirePrograms(): void {
  const missing = ['patroni', 'etcd', 'haproxy', 'ip', 'setpriv'].filter(
    name => spawnSync('which', [name]).status !== 0,
  )
  if (missing.length === 0 && userInfo().uid === 0) return
  throw new Error(
    `The fail-over run needs root and ${missing.join(', ') || 'nothing else'}. On Debian: ` +
      'apt-get install postgresql patroni etcd-server haproxy iproute2',
  )
}
