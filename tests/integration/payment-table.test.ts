import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isFull } from '../setup/is-full'
import { openApi } from './api-fixture'
import { tellNews } from './tell-story'

/** How a payment comes into each state of the table in docs/order-flow.md, by its donor's address. */
const states: Record<string, string> = {
  'open, Pay was clicked': 'draft with email',
  'the bank will agree': 'bank decides, order with email',
  'the bank will decline': 'bank decides to decline, order with email',
  'order answered, unread': 'six reads fail, order with email',
  'order told as not confirmed':
    'six reads fail, order with email, 11 minutes, sync, all works again',
  'paid, no text': 'pay, run',
  'paid, an order without words': 'pay, run, 11 minutes, sync, the temple is notified',
  'order paid': 'pay, order with email',
  'order paid, part returned': 'pay, order with email, refund of 100 UAH, two runs',
  'order returned': 'pay, order with email, refund, two runs',
  'order disputed': 'pay, order with email, dispute, two runs',
}

const events: Record<string, string> = {
  'it is paid': 'all works again, pay, 61 seconds, two runs, 1 hour, sync',
  'the bank has decided': 'bank has decided, 1 hour, sync',
  'an order comes': 'order with email, two runs',
  'time passes': '11 minutes, two runs',
  'a day passes': '25 hours, two runs',
  'part is returned': 'refund of 100 UAH, two runs',
  'all is returned': 'refund, two runs',
  'the refund fails': 'refund failed, two runs',
  'it is disputed': 'dispute, two runs',
  'its dispute ends': 'dispute lost, two runs',
}

/** Of each pair that the table lists, the kinds of emails. */
function readTable(): Map<string, string> {
  const [, table = ''] = readFileSync('docs/order-flow.md', 'utf8').split('## Who is told what')
  const rows = table.split('\n## ')[0]?.matchAll(/^\| (.+) \| (.+) \| (.+) \| (.+) \|$/gm) ?? []
  const kindsOf = (cells: string) => [...cells.matchAll(/`(.+?)`/g)].map(([, kind]) => kind)
  return new Map(
    [...rows].flatMap(([, state, event, ...cells]) => {
      const kinds = kindsOf(cells.join()).join(', ')
      return kinds ? [[`${state}: ${event}`, kinds]] : []
    }),
  )
}

const table = readTable()
const pairs = Object.keys(states).flatMap(state =>
  Object.keys(events).map(event => `${state}: ${event}`),
)

test('the table has no pair that is not tried', () => {
  expect(table.size).toBeGreaterThan(20)
  expect([...table.keys()].filter(pair => !pairs.includes(pair))).toEqual([])
})

/** Another row in effect, so the table leaves it out. */
const repeats = [
  'order answered, unread: the bank has decided',
  'order answered, unread: a day passes',
  'paid, no text: it is paid',
  'paid, no text: the bank has decided',
  'paid, no text: a day passes',
]

/** What the bank cannot do: nothing was returned, paid or disputed before. */
function isImpossible(pair: string): boolean {
  const [state = '', event] = pair.split(': ')
  if (event === 'the refund fails') return !state.endsWith('returned')
  if (event === 'it is disputed') return !/paid|returned|disputed/.test(state)
  return event === 'its dispute ends' && !state.endsWith('disputed')
}

const tried = pairs.filter(pair => !repeats.includes(pair) && !isImpossible(pair))

test.each(isFull ? tried : [...table.keys()])('%s: as the table says', async pair => {
  const [state = '', event = ''] = pair.split(': ')
  const told = await tellNews(await openApi(), states[state] ?? '', events[event] ?? '')
  expect(told).toBe(table.get(pair) ?? '')
})
