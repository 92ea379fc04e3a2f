import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { notifyOperator } from '../../src/server/health/notify-operator'
import { runCommand } from '../../src/server/run-command'
import { dayMs } from '../../src/shared/durations'
import { engines, openTestStore } from '../setup/test-store'
import { buildEmailSettings, buildMailConfig } from './emails/mail-config'

const mail = buildMailConfig({ operatorEmail: 'webmaster@example.org' })
const disk = {
  name: 'disk',
  state: 'warning',
  found: '430 MB are free.',
  advice: 'Free some space.',
}
const key = { name: 'cards', state: 'error', found: 'The provider rejects our key.' }
const fine = { name: 'node', state: 'ok', found: 'Node 24.' }

describe.each(engines)('the operator, store on %s', engine => {
  async function open() {
    const { place, store } = await openTestStore(engine)
    const clock = { now: Date.UTC(2026, 10, 20, 4, 59) }
    const services = { store, emailSettings: buildEmailSettings(mail), now: () => clock.now }
    let looked = 0
    return {
      place,
      store,
      clock,
      looked: () => looked,
      /** Resolves to the texts of all emails. Without findings, the doctor of the command line looks. */
      async morning(findings?: object[], settings = mail) {
        const find = async () => {
          looked += 1
          return JSON.stringify(findings)
        }
        await notifyOperator(services, settings, findings && find)
        const rows = store.db.selectFrom('emails').select(['recipient', 'textBody'])
        return (await rows.orderBy('createdAt').execute()).map(
          ({ recipient, textBody }) => `${recipient}: ${textBody}`,
        )
      },
    }
  }

  it('gets what is wrong each morning at seven, each once until it changes', async () => {
    const test = await open()
    expect(await test.morning([disk, key, fine])).toEqual([])
    test.clock.now += 60_000
    const [first = '', ...others] = await test.morning([disk, key, fine])
    expect(others).toEqual([])
    expect(first).toMatch(
      /^webmaster@example\.org: .*WARNING, disk: 430 MB are free\..*Free some space\..*ERROR, cards: The provider rejects our key\./s,
    )
    expect(first).not.toContain('Node 24')
    // Once a day.
    test.clock.now += 60_000
    await test.morning([disk, key, { ...fine, state: 'error' }])
    expect(test.looked()).toBe(1)
    // Other numbers are no news, and neither is what is mended.
    test.clock.now += dayMs
    expect(await test.morning([{ ...disk, found: '420 MB are free.' }])).toHaveLength(1)
    // What comes back is.
    test.clock.now += dayMs
    const [, second = ''] = await test.morning([disk, key])
    expect(second).toContain('rejects our key')
    expect(second).not.toContain('MB are free')
    test.clock.now += dayMs
    const [, , third = ''] = await test.morning([{ ...disk, state: 'error' }])
    expect(third).toContain('ERROR, disk')
  })

  it('is nobody unless OPERATOR_EMAIL is set', async () => {
    const test = await open()
    test.clock.now += 60_000
    expect(await test.morning([key], buildMailConfig())).toEqual([])
    expect(test.looked()).toBe(0)
  })

  it('gets what keeps the doctor of the command line from starting', async () => {
    const test = await open()
    vi.stubEnv('DATA_DIR', test.place.dataDir)
    vi.stubEnv('PORT', 'eighty')
    onTestFinished(() => void vi.unstubAllEnvs())
    test.clock.now += 60_000
    expect(await test.morning()).toEqual([expect.stringMatching(/ERROR, doctor: .*PORT/s)])
  })

  it('gets what the doctor of the command line finds', async () => {
    const { place } = await open()
    vi.stubEnv('DATA_DIR', place.dataDir)
    vi.stubEnv('DATABASE_URL', place.databaseUrl ?? '')
    vi.stubEnv('CARD_PROVIDER', 'none')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { printed, errors } = await runCommand('doctor', '--json')
    expect(errors).toBe('')
    expect(JSON.parse(printed)).toContainEqual(
      expect.objectContaining({
        name: 'store',
        state: 'ok',
        found: 'The store can be read and written.',
      }),
    )
  })
})
