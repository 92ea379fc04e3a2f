import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { openApi } from '../integration/api-fixture'
import { sample } from '../setup/sample'
import { askForIntent, behindProxy } from './visitor'

/** docs.stripe.com/rate-limits: of each operation, a second. */
const providerLimit = { per_second: 25, in_all: 100 }
const attackMs = sample(5_000, 30_000)
const networks = 12
const askEachMs = 250
const donors = sample(10, 20)

describe('twelve networks that together ask for more than the provider allows', () => {
  test('cost no donor elsewhere his intent', async ({ annotate }) => {
    const api = await openApi({ env: behindProxy })
    await api.control('/rate_limit', providerLimit)
    const until = Date.now() + attackMs
    let made = 0
    const attack = async (address: string) => {
      const asked: Promise<void>[] = []
      while (Date.now() < until) {
        const ask = async () => {
          if ((await askForIntent(api, address)).body.success === true) made += 1
        }
        asked.push(ask())
        await pause(askEachMs)
      }
      await Promise.all(asked)
    }
    const waits: number[] = []
    const donate = async (donor: number) => {
      await pause(1_000 + (donor * (attackMs - 1_500)) / donors)
      const startedAt = Date.now()
      const { body } = await askForIntent(api, `203.0.113.${donor}`)
      waits.push(Date.now() - startedAt)
      return body.success === true
    }
    const strangers = Array.from({ length: networks }, (_, i) => attack(`198.51.${i}.1`))
    const given = await Promise.all(Array.from({ length: donors }, (_, i) => donate(i)))
    await Promise.all(strangers)
    const { body } = await api.control('/requests')
    await annotate(
      `${given.filter(Boolean).length} of ${donors} donors got an intent, within ${Math.max(...waits)} ms; ` +
        `${made} of the strangers' ${((networks * attackMs) / askEachMs).toFixed()}; ` +
        `${(Number(body['POST /v1/payment_intents']) / (attackMs / 1_000)).toFixed()} calls a second`,
    )
    expect(given).toEqual(Array(donors).fill(true))
  })
})
