import { expect, it } from 'vitest'
import { buildStoredOrder, paid } from '../../tests/integration/build-order'
import type { Order } from '../server/db/schema'
import { localTexts } from '../server/emails/format'
import { arrangeForReading, formatSheet } from './sheet'

const formatUkrainian = (...orders: Order[]) =>
  formatSheet(arrangeForReading(orders), 0, localTexts('uk', 'Europe/Kyiv'))

it('the sheet has the living before the departed, and those with a donation first, with a star', () => {
  const orders = [
    { code: 'A', name: 'Степан', purpose: 'За упокій' },
    { code: 'B', name: 'Марія', purpose: 'За здоров’я' },
    { ...paid, code: 'C', name: 'Іван', purpose: 'за упокій' },
    { ...paid, code: 'D', name: 'Ольга', purpose: 'О здравии' },
  ].map((fields, createdAt) => buildStoredOrder({ payment: 'none', createdAt, ...fields }))
  const sheet = formatUkrainian(...orders)
  const names = [...sheet.matchAll(/<b>(.*?)<\/b><span><span [^>]*>(\p{L}+)/gu)]
  expect(names.map(([, label, name]) => `${label} ${name}`)).toEqual([
    '★ D Ольга',
    'B Марія',
    '★ C Іван',
    'A Степан',
  ])
  expect(sheet.match(/<h2>/g)).toHaveLength(2)
  expect(sheet).toContain('size: A4')
})

it('the words of an order have a direction of their own on the sheet', () => {
  const sheet = formatUkrainian(buildStoredOrder({ name: 'משה, Іван', purpose: 'לבריאות (אמא)' }))
  expect(sheet.match(/<[^<>]*>[^<>]*[\u0590-\u05ff][^<>]*/g)).toEqual([
    '<span dir="auto" translate="no">משה, Іван',
    '<span dir="auto" translate="no">לבריאות (אמא)',
  ])
})
