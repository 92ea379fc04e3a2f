import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningSandbox, startSandbox } from '../src/start'
import { refuseKey, type Target } from './contract/fact'
import { facts } from './contract/facts'
import { controlOf } from './open-sandbox'
import { sdk } from './open-sdk'

let sandbox: RunningSandbox
let target: Target
const dataDir = mkdtempSync(join(tmpdir(), 'card-sandbox-'))

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, dataDir })
  target = {
    stripe: sdk(sandbox.port),
    secretKey: 'sk_test_sandbox',
    publishableKey: 'pk_test_sandbox',
    apiUrl: sandbox.url,
    control: controlOf(sandbox.url).post,
  }
})
afterAll(async () => {
  await sandbox.close()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('the contract, at the sandbox (`npm run contract` asks the real provider)', () => {
  test.each(facts)('$fact [$source]', ({ check }) => check(target))
})

test('the contract is never checked against a live account', () => {
  for (const key of ['sk_live_1', 'pk_live_1', 'rk_live_1', '', undefined])
    expect(refuseKey(key)).toBeTruthy()
  expect(refuseKey('sk_test_1')).toBeUndefined()
})
