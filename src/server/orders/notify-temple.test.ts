import { describe, expect, it } from 'vitest'
import { hourMs, minuteMs } from '../../shared/durations'
import { hasDigestTime } from './notify-temple'

describe('the time of the summary', () => {
  const rules = { times: ['07:00', '16:00'], timeZone: 'Europe/Kyiv' }

  it.each([
    ['in the morning', '2026-11-20T03:00Z', '2026-11-20T05:00Z'],
    ['in the afternoon', '2026-11-20T05:00Z', '2026-11-20T14:00Z'],
    ['after the evening', '2026-11-20T20:00Z', '2026-11-21T05:00Z'],
    ['in summer', '2026-07-20T20:00Z', '2026-07-21T04:00Z'],
    ['over the night when clocks go forward', '2026-03-28T20:00Z', '2026-03-29T04:00Z'],
    ['over the night when clocks go back', '2026-10-24T20:00Z', '2026-10-25T05:00Z'],
  ])('%s comes on the temple’s clock, and not a minute before', (_, since, due) => {
    expect(hasDigestTime(Date.parse(since), Date.parse(due) - minuteMs, rules)).toBe(false)
    expect(hasDigestTime(Date.parse(since), Date.parse(due), rules)).toBe(true)
  })

  it('is due after any pause of a day', () => {
    const since = Date.UTC(2026, 10, 20, 20)
    expect(hasDigestTime(since, since + 30 * hourMs, rules)).toBe(true)
  })
})
