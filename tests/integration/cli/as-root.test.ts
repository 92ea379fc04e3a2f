import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { findStoreFile } from '../../../src/server/db/sqlite'

const isRoot = process.getuid?.() === 0
/** The user and group `nobody` of Debian. */
const owner = { uid: 65_534, gid: 65_534 }

// The service's user may write DATA_DIR only. Links that it leaves there must not lead root elsewhere.
describe.runIf(isRoot)('a command that root types', () => {
  let folder: string
  let dataDir: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'svichka-root-'))
    dataDir = join(folder, 'data')
    chmodSync(folder, 0o755)
    mkdirSync(dataDir, { mode: 0o700 })
    chownSync(dataDir, owner.uid, owner.gid)
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  function run(...words: string[]) {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [resolve('dist/cli/main.js'), ...words],
      {
        env: { PATH: process.env.PATH, DATA_DIR: dataDir, CARD_PROVIDER: 'none' },
        encoding: 'utf8',
      },
    )
    return { exitCode: status, printed: stdout + stderr }
  }

  /** Puts an empty store there, as its owner has it. */
  function putStore(): void {
    copyFileSync(findStoreFile(inject('emptyStore')), findStoreFile(dataDir))
    chownSync(findStoreFile(dataDir), owner.uid, owner.gid)
  }

  /** Returns the path of a new backup. */
  function backUp(): string {
    const [, file = ''] = /"file": "(.*)"/.exec(run('backup', '--json').printed) ?? []
    return file
  }

  const ownersIn = (place: string) =>
    new Set(readdirSync(place).map(name => statSync(join(place, name)).uid))

  it('leaves only files of the store’s owner in its folder', () => {
    expect(run('migrate').exitCode).toBe(0)
    const file = backUp()
    expect(run('restore', file, '--yes').exitCode).toBe(0)
    expect(run('doctor').printed).toContain('The store can be read and written.')
    expect(ownersIn(dataDir)).toEqual(new Set([owner.uid]))
    expect(ownersIn(join(dataDir, 'backups'))).toEqual(new Set([owner.uid]))
  })

  it('restores over no file of root’s by a link in the folder', () => {
    putStore()
    const file = backUp()
    const victim = join(folder, 'victim')
    writeFileSync(victim, 'a file of root’s', { mode: 0o600 })
    symlinkSync(victim, join(dataDir, 'svichka.db.unfinished'))
    run('restore', file, '--yes')
    expect(readFileSync(victim, 'utf8')).toBe('a file of root’s')
    expect(statSync(victim).uid).toBe(0)
  })

  it('opens no store of root’s by a link in the folder', () => {
    putStore()
    const kept = join(folder, 'kept.db')
    renameSync(findStoreFile(dataDir), kept)
    chmodSync(kept, 0o600)
    chownSync(kept, 0, 0)
    symlinkSync(kept, findStoreFile(dataDir))
    for (const command of ['orders', 'backup', 'migrate'])
      expect(run(command), command).toMatchObject({
        exitCode: 1,
        printed: expect.stringContaining('EACCES'),
      })
    expect(run('doctor').printed).not.toContain('The store can be read and written.')
  })

  it('writes an export where root may write', () => {
    putStore()
    const out = join(folder, 'orders.csv')
    chmodSync(folder, 0o711)
    expect(run('export', '--out', out).printed).toContain('Written to')
    expect(readFileSync(out, 'utf8')).toBe('\ufeff\r\n')
  })

  it('names a backup that the owner of the store cannot read', () => {
    putStore()
    const file = join(folder, 'copy.db')
    copyFileSync(findStoreFile(dataDir), file)
    chmodSync(file, 0o600)
    expect(run('restore', file)).toMatchObject({
      exitCode: 1,
      printed: expect.stringContaining(`install -o ${owner.uid} -m 600 ${file} `),
    })
  })
})
