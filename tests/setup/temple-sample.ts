import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { minuteMs } from '../../src/shared/durations'
import type { CreatePageRenderer } from '../../src/shared/order-form'
import type { Intention, TempleOrder, TemplePageData } from '../../src/shared/temple-page'

// The temple's page in its states, for its tests and pictures.

/** As the build renders it. */
export async function loadTempleRenderer() {
  const program: { createPageRenderer: CreatePageRenderer } = await import(
    pathToFileURL(resolve('dist/prerender/prerender.js')).href
  )
  const manifest = readFileSync('dist/web/.vite/manifest.json', 'utf8')
  return program.createPageRenderer(JSON.parse(manifest)).renderTemple
}

const now = Date.UTC(2026, 10, 20, 6, 20)
const reportAt = now + 15 * minuteMs

const wishes: [
  name: string,
  purpose: string,
  intention: Intention,
  uah: number,
  hasAddress: boolean,
][] = [
  ['Марії, Петра з родиною', 'За мир у домі', 'health', 200, true],
  ['Анны, младенца Илии', 'В благодарность за рождение сына', 'health', 500, true],
  ['воїна Андрія', 'Щоб повернувся живим', 'health', 0, false],
  ['Ольги', '', 'health', 0, true],
  ['Миколи, Катерини, Георгія, Пантелеймона', 'За одужання після операції', 'health', 0, true],
  ['Grandmother Olha', 'For a safe operation on Monday', 'health', 100, true],
  ['Софії, Дмитра', '', 'health', 0, false],
  ['новопреставленого Івана', '', 'repose', 300, true],
  ['Марії, Степана, Ганни, Василя, Параскеви', '', 'repose', 0, true],
  ['Олександра', 'Вічна пам’ять загиблому воїнові', 'repose', 0, true],
  ['родини Коваленків', 'Щоб усе було добре', 'other', 0, true],
  ['усіх подорожніх', '', 'other', 0, false],
]

const codeOf = (index: number) => `K7F3-9Q${String(index).padStart(2, '0')}`

function describeWish(
  [name, purpose, intention, uah, hasAddress]: (typeof wishes)[number],
  index: number,
) {
  const order: TempleOrder = {
    code: codeOf(index),
    number: index + 1,
    name,
    purpose,
    intention,
    donationKopiykas: uah * 100,
    isUnconfirmed: false,
    hasAddress,
    doubts: [],
    state: { kind: 'waiting' },
    isTicked: true,
  }
  return order
}

const long = 'Раба Божа Пантелеймонівна '.repeat(40)

const foreign: Partial<TempleOrder>[] = [
  { name: long, purpose: long },
  { name: 'а'.repeat(1000), purpose: '🕯'.repeat(500) },
  { name: 'مريم ويوسف وابنهما (1)', purpose: 'من أجل الشفاء' },
  { name: '👨‍👩‍👧‍👦 Ольга 🕯️', purpose: '🙏' },
  { name: 'שרה בת רבקה', purpose: 'רפואה שלמה, 100%' },
]

/** A list of twelve, just opened. */
export const sampleList: TemplePageData = {
  language: 'uk',
  timeZone: 'Europe/Kyiv',
  now,
  templeName: 'Храм святителя Миколая, Київ',
  path: '/temple/sample',
  kind: 'digest',
  at: Date.UTC(2026, 10, 20, 5, 0),
  orders: wishes.map(describeWish),
  result: null,
  isClosed: false,
  undo: null,
}

/** With these orders lit five minutes ago, by their numbers. */
export function lightSample(numbers: number[], photos: number): TemplePageData {
  const orders = sampleList.orders.map(order =>
    order.number !== null && numbers.includes(order.number)
      ? {
          ...order,
          isTicked: false,
          state: {
            kind: 'lit' as const,
            at: now,
            photos: order.hasAddress ? photos : 0,
            reportAt: order.hasAddress ? reportAt : null,
            isReported: false,
          },
        }
      : order,
  )
  const lit = orders.filter(({ state }) => state.kind === 'lit')
  const codes = lit.map(({ code }) => code)
  const readers = lit.filter(({ hasAddress }) => hasAddress).length
  return {
    ...sampleList,
    orders,
    result: {
      kind: 'lit',
      codes,
      photoAdded: [],
      photos,
      readers,
      withoutAddress: lit.length - readers,
      reportAt,
    },
    undo: { codes, unseenUntil: reportAt, readers },
  }
}

const everyNumber = sampleList.orders.map((_, index) => index + 1)
const lit = lightSample(everyNumber, 1)
const [first, second] = sampleList.orders
const single = { ...sampleList, kind: 'order' as const, at: now - 40 * minuteMs }

/** Every kind of what the page shows, by name. */
export const templePages: Record<string, TemplePageData> = {
  list: sampleList,
  lit,
  'partly lit': { ...lightSample([1, 2, 3], 0), result: null },
  'lit long ago': {
    ...lit,
    isClosed: true,
    result: null,
    undo: null,
  },
  undone: {
    ...sampleList,
    result: { kind: 'undone', codes: [codeOf(1), codeOf(2)], corrected: 2 },
  },
  'with an unusable photo': {
    ...sampleList,
    orders: sampleList.orders.map((order, index) => ({ ...order, isTicked: index < 3 })),
    result: {
      kind: 'photos-rejected',
      pictures: [{ name: 'IMG_2041.HEIC', reason: 'broken' }],
    },
  },
  'with nothing chosen': { ...sampleList, result: { kind: 'nothing-chosen' } },
  'without the store': {
    ...single,
    orders: [],
    result: { kind: 'failed', reason: 'unavailable' },
  },
  busy: { ...sampleList, result: { kind: 'failed', reason: 'busy' } },
  doubtful: {
    ...sampleList,
    orders: sampleList.orders.map((order, index) => {
      if (index === 0) return { ...order, state: { kind: 'dismissed' } }
      if (index === 1) return { ...order, state: { kind: 'refunded' }, isTicked: false }
      if (index === 2)
        return {
          ...order,
          isUnconfirmed: true,
          donationKopiykas: 20_050,
          doubts: ['possibleDouble'],
        }
      return {
        ...order,
        name: index === 3 ? '' : order.name,
        doubts: ['needsDetails', 'shortened'],
      }
    }),
  },
  'full of long and foreign names': {
    ...sampleList,
    orders: Array.from({ length: 2 }, (_, times) =>
      foreign.map((texts, index) => ({
        ...describeWish(['', '', 'health', 200, true], times * foreign.length + index),
        ...texts,
      })),
    ).flat(),
  },
  'one order': { ...single, orders: first ? [{ ...first, number: null }] : [] },
  'one order, reported': {
    ...single,
    orders: second
      ? [
          {
            ...second,
            number: null,
            isTicked: false,
            state: {
              kind: 'lit',
              at: now - 26 * 60 * minuteMs,
              photos: 0,
              reportAt: null,
              isReported: true,
            },
          },
        ]
      : [],
    undo: { codes: [codeOf(1)], unseenUntil: now - 25 * 60 * minuteMs, readers: 1 },
  },
}
