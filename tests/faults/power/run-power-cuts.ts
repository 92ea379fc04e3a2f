import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { drawNumbers } from '../kill/draw-numbers'
import { type Call, keyOf, type Recording, recordCalls, type StoreFiles } from './record-calls'

export interface PowerResult {
  cuts: number
  /** How many of them left a store without an order that had been answered. */
  lost: number
  /** How many left a store that SQLite finds damaged. */
  damaged: number
}

const orders = 150
const sector = 512

/**
 * Cuts the power at random moments of a recorded run: what was synced stays, and of what was not
 * each write is kept, lost, or torn. The same for a store that syncs less, as a control.
 */
export async function runPowerCuts({ cuts, seed }: { cuts: number; seed: number }): Promise<{
  store: PowerResult
  control: PowerResult
}> {
  const store = cutAgainAndAgain(await recordCalls(orders, false), cuts, drawNumbers(seed))
  const control = cutAgainAndAgain(await recordCalls(orders, true), cuts, drawNumbers(seed))
  return { store, control }
}

function cutAgainAndAgain({ before, calls }: Recording, cuts: number, draw: () => number) {
  const moments = Array.from({ length: cuts }, () => Math.floor(draw() * calls.length))
  const result: PowerResult = { cuts, lost: 0, damaged: 0 }
  const synced = copy(before)
  let unsynced: Call[] = []
  let answered = 0
  for (const [moment, call] of calls.entries()) {
    if (call.kind === 'answer') answered += 1
    else if (call.kind === 'sync') {
      for (const one of unsynced) if (isOf(call.file, one)) apply(synced, one)
      unsynced = unsynced.filter(one => !isOf(call.file, one))
    } else unsynced.push(call)
    for (const _ of moments.filter(one => one === moment)) {
      const found = openStore(cutPower(synced, unsynced, draw))
      if (found === 'damaged') result.damaged += 1
      else if (!isComplete(found, answered)) result.lost += 1
    }
  }
  return result
}

const isOf = (file: string, call: Call) => call.kind !== 'answer' && call.file === file

function copy(files: StoreFiles): StoreFiles {
  return new Map([...files].map(([name, content]) => [name, Buffer.from(content)]))
}

/** The store's files as they lie on the disk afterwards. */
function cutPower(synced: StoreFiles, unsynced: Call[], draw: () => number): StoreFiles {
  const files = copy(synced)
  for (const call of unsynced) {
    const fate = draw()
    if (fate < 1 / 3) apply(files, call)
    else if (fate < 2 / 3) tear(files, call, draw)
  }
  return files
}

/** Of a torn write, some sectors have reached the disk. */
function tear(files: StoreFiles, call: Call, draw: () => number): void {
  if (call.kind !== 'write') return
  for (let start = 0; start < call.data.length; start += sector) {
    const data = call.data.subarray(start, start + sector)
    if (draw() < 0.5) apply(files, { ...call, offset: call.offset + start, data })
  }
}

function apply(files: StoreFiles, call: Call): void {
  if (call.kind !== 'write' && call.kind !== 'truncate') return
  const old = files.get(call.file) ?? Buffer.alloc(0)
  const end =
    call.kind === 'write' ? Math.max(old.length, call.offset + call.data.length) : call.size
  const changed = end === old.length ? old : Buffer.concat([old], end)
  if (call.kind === 'write') call.data.copy(changed, call.offset)
  files.set(call.file, changed)
}

/** The keys of its orders, as the next start of the server would find them. */
function openStore(files: StoreFiles): Set<string> | 'damaged' {
  const folder = mkdtempSync(join(tmpdir(), 'svichka-power-'))
  try {
    for (const [name, content] of files) writeFileSync(join(folder, name), content)
    const database = new Database(join(folder, 'svichka.db'))
    const checked: unknown[] = database.prepare('pragma integrity_check').all()
    const rows: unknown[] = database.prepare('select idempotency_key as key from orders').all()
    database.close()
    const isWhole = JSON.stringify(checked).includes('"ok"')
    return isWhole ? new Set(rows.map(row => String(Object(row).key))) : 'damaged'
  } catch {
    return 'damaged'
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function isComplete(found: Set<string>, answered: number): boolean {
  return Array.from({ length: answered }, (_, order) => keyOf(order)).every(key => found.has(key))
}
