import { expect, test } from 'vitest'
import { BoundedCounter } from './bounded-counter'

const create = () => new BoundedCounter({ keyPrefix: 'test', points: 2, duration: 3600 })

test('an address over its limit is refused while others come and go', async () => {
  const counter = create()
  for (let i = 0; i < 2; i++) await counter.consume('busy')
  for (let i = 0; i < 4_000; i++) await counter.consume(`address ${i}`)
  await expect(counter.consume('busy')).rejects.toMatchObject({ consumedPoints: 3 })
})

test('of ever new addresses only the latest are remembered', async () => {
  const counter = create()
  for (let i = 0; i < 12_000; i++) await counter.consume(`address ${i}`)
  const remembered = await Promise.all(
    Array.from({ length: 12_000 }, (_, i) => counter.get(`address ${i}`)),
  )
  expect(remembered.filter(answer => answer !== null)).toHaveLength(5_000)
  expect(remembered[6_999]).toBeNull()
  expect(remembered[7_000]).not.toBeNull()
})
