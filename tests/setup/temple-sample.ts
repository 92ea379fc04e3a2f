import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { minuteMs } from '../../src/shared/durations'
import type { CreatePageRenderer } from '../../src/shared/order-form'
import {
  type Intention,
  intentions,
  type SectionName,
  type TempleOrder,
  type TemplePageData,
  type TempleSection,
} from '../../src/shared/temple-page'

// The temple's page in its states, for its tests and pictures.

/** As the build renders it. */
export async function loadPageRenderer() {
  const program: { createPageRenderer: CreatePageRenderer } = await import(
    pathToFileURL(resolve('dist/prerender/prerender.js')).href
  )
  const manifest = readFileSync('dist/web/.vite/manifest.json', 'utf8')
  return program.createPageRenderer(JSON.parse(manifest))
}

export const loadTempleRenderer = async () => (await loadPageRenderer()).renderTemple

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
    name,
    purpose,
    intention,
    donationKopiykas: uah * 100,
    isUnconfirmed: false,
    hasAddress,
    doubts: [],
    state: { kind: 'waiting' },
    isTicked: false,
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

/** Donations first, then the living, the departed, all else; the last `crowd` orders at the end. */
export function arrangeSample(orders: TempleOrder[], crowd = 0): TempleSection[] {
  const free = orders.slice(0, orders.length - crowd)
  const isGiven = ({ donationKopiykas, isUnconfirmed }: TempleOrder) =>
    donationKopiykas > 0 && !isUnconfirmed
  const section = (name: SectionName, chosen: TempleOrder[], start: number) => ({
    name,
    count: chosen.length,
    start: String(start),
    orders: chosen,
  })
  return [
    section('donation', free.filter(isGiven), 0),
    ...intentions.map((intention, index) =>
      section(
        intention,
        free.filter(order => !isGiven(order) && order.intention === intention),
        3 + index,
      ),
    ),
    section('crowd', crowd > 0 ? orders.slice(-crowd) : [], 6),
  ]
}

const waiting = wishes.map(describeWish)

/** All of them wait, just opened. */
export const sampleList: TemplePageData = {
  language: 'uk',
  timeZone: 'Europe/Kyiv',
  now,
  templeName: 'Храм святителя Миколая, Київ',
  path: '/temple/sample',
  after: null,
  sections: arrangeSample(waiting),
  next: null,
  lit: [],
  earlierLit: null,
  at: null,
  result: null,
  names: {},
  undo: null,
  key: 'k7f39qxmk7f39qxm',
}

const isLitIn = (numbers: number[]) => (_: TempleOrder, index: number) =>
  numbers.includes(index + 1)

/** With these orders lit five minutes ago, by their numbers in `wishes`. */
export function lightSample(numbers: number[], photos: number): TemplePageData {
  const isLit = isLitIn(numbers)
  const lit = waiting.filter(isLit).map(order => ({
    ...order,
    state: {
      kind: 'lit' as const,
      at: now,
      photos: order.hasAddress ? photos : 0,
      reportAt: order.hasAddress ? reportAt : null,
      isReported: false,
    },
  }))
  const codes = lit.map(({ code }) => code)
  const readers = lit.filter(({ hasAddress }) => hasAddress).length
  return {
    ...sampleList,
    sections: arrangeSample(waiting.filter((order, index) => !isLit(order, index))),
    lit,
    result: { kind: 'lit', codes, photoAdded: [], earlier: [], photos, readers, reportAt },
    undo: { codes, unseenUntil: reportAt, readers },
  }
}

const everyNumber = wishes.map((_, index) => index + 1)
const [first, second] = waiting

const names = ['Марії', 'Петра', 'Олени, Василя', 'родини Шевченків', 'воїна Андрія', 'Ганни']

/** A long list, its first part: some donations, then the living, the departed, all else and a crowd. */
export function fillSample(count: number): TemplePageData {
  const orders = Array.from({ length: Math.min(count, 200) }, (_, index) =>
    describeWish(
      [
        names[index % names.length] ?? '',
        index % 3 === 0 ? 'За мир у домі' : '',
        intentions[index % 3] ?? 'other',
        index % 40 === 0 ? 200 : 0,
        index % 40 === 0,
      ],
      index,
    ),
  )
  const sections = arrangeSample(orders)
  const isMore = count > orders.length
  return {
    ...sampleList,
    sections: sections.map(section => ({
      ...section,
      count: isMore && section.name !== 'donation' ? 201 : section.count,
    })),
    next: isMore ? '4.1.a' : null,
  }
}

/** Every kind of what the page shows, by name. */
export const templePages: Record<string, TemplePageData> = {
  list: sampleList,
  empty: { ...sampleList, sections: arrangeSample([]) },
  'one order': {
    ...sampleList,
    sections: arrangeSample(first ? [first] : []),
    at: first ?? null,
  },
  lit: lightSample(everyNumber, 1),
  'partly lit': { ...lightSample([1, 2, 3], 0), result: null },
  'lit long ago': { ...lightSample(everyNumber, 1), result: null, undo: null },
  'a long list': fillSample(450),
  'the next part': { ...fillSample(450), after: '4.1.a' },
  'a crowd at the end': { ...sampleList, sections: arrangeSample(waiting, 4) },
  'with an order that is lit': {
    ...lightSample([2], 1),
    result: null,
    at: lightSample([2], 1).lit[0] ?? null,
  },
  'lit by somebody else': {
    ...lightSample([1, 2, 3, 4, 5, 6, 7], 1),
    result: {
      ...{ kind: 'lit', codes: [], photoAdded: [], photos: 1, readers: 0, reportAt },
      earlier: [1, 2, 3, 4, 5, 6, 7].map(number => ({
        code: codeOf(number - 1),
        at: now - minuteMs,
        hasPhoto: number < 3,
      })),
    },
    names: Object.fromEntries(waiting.map(({ code, name }) => [code, name])),
  },
  undone: {
    ...sampleList,
    result: {
      ...{ kind: 'undone', codes: [codeOf(1), codeOf(2)], corrected: 2 },
      uncorrected: [codeOf(2)],
    },
  },
  'with an unusable photo': {
    ...sampleList,
    sections: arrangeSample(waiting.map((order, index) => ({ ...order, isTicked: index < 3 }))),
    result: {
      kind: 'photos-rejected',
      pictures: [{ index: 1, name: 'IMG_2041.HEIC', reason: 'broken' }],
    },
  },
  'with nothing chosen': { ...sampleList, result: { kind: 'nothing-chosen' } },
  'without the store': {
    ...sampleList,
    sections: [],
    result: { kind: 'failed', reason: 'unavailable' },
  },
  busy: { ...sampleList, result: { kind: 'failed', reason: 'busy' } },
  doubtful: {
    ...sampleList,
    sections: arrangeSample(
      waiting.map((order, index) => {
        if (index === 1) return { ...order, state: { kind: 'refunded' } }
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
    ),
  },
  'full of long and foreign names': {
    ...sampleList,
    sections: arrangeSample(
      Array.from({ length: 2 }, (_, times) =>
        foreign.map((texts, index) => ({
          ...describeWish(['', '', 'health', 200, true], times * foreign.length + index),
          ...texts,
        })),
      ).flat(),
    ),
  },
  'one order, reported': {
    ...sampleList,
    sections: arrangeSample([]),
    lit: second
      ? [
          {
            ...second,
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
  },
}
