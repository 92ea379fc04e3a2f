import * as v from 'valibot'
import { expect } from 'vitest'
import { updateOrder } from '../../src/server/db/orders'
import { type Donation, isWordless, type Order, type StoredEmail } from '../../src/server/db/schema'
import { texts } from '../../src/server/emails/locales/uk'
import { notifyTemple } from '../../src/server/orders/notify-temple'
import { eraseExpired } from '../../src/server/retention/erase'
import { createStripeClient } from '../../src/server/stripe/client'
import type { PaymentProvider } from '../../src/server/stripe/payment-provider'
import { cards } from '../setup/cards'
import type { SandboxControl } from '../setup/control-sandbox'
import { deliver, writeEvent } from './events'
import { listDonations, listEmailKinds, listEmails, listHistory, listOrders } from './read-store'
import type { TestApi } from './start-api'

const units: Record<string, number> = {
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
}
const email = 'olha@example.org'

interface Story {
  api: TestApi
  intent: string
  /** The refund made and the dispute opened last. */
  refund: string
  dispute: string
  /** Our account at the payment provider. */
  ours: PaymentProvider
}

const refund = async (story: Story, fields: Parameters<SandboxControl['refund']>[1] = {}) => {
  story.refund = await story.api.sandbox.refund(story.intent, fields)
}
const endRefund = ({ api, refund }: Story, status: string) =>
  api.sandbox.settleRefund(refund, status)
const closeDispute = ({ api, dispute }: Story, status: string) =>
  api.sandbox.closeDispute(dispute, status)

async function changeOrder({ api }: Story, columns: Partial<Order>): Promise<void> {
  const [order] = await listOrders(api.services)
  await updateOrder(api.services.store.db, order?.id ?? '', columns)
}

/** What can happen to one payment of 200 UAH. */
const steps: Record<string, (story: Story) => Promise<unknown>> = {
  draft: ({ api, intent }) => api.draft(intent),
  'draft with email': ({ api, intent }) => api.draft(intent, { email }),
  'the draft is spoiled': ({ api }) =>
    api.services.store.db.updateTable('donations').set({ draft: '{"name":1}' }).execute(),
  order: ({ api, intent }) => api.place(intent),
  'order without a purpose': ({ api, intent }) => api.place(intent, { purpose: '' }),
  'order with email': ({ api, intent }) => api.place(intent, { email }),
  'order with a wrong email': ({ api, intent }) => api.place(intent, { email: 'olha at example' }),
  'order is dismissed': story => changeOrder(story, { fulfilment: 'dismissed', noticeDueAt: null }),
  'order is erased': story =>
    changeOrder(story, { fulfilment: 'dismissed', noticeDueAt: null, email: null, erasedAt: 1 }),
  'order is lit': story => changeOrder(story, { fulfilment: 'lit' }),
  ask: ({ api, intent }) => api.outcome(intent),
  cancel: ({ api, intent }) => api.outcome(intent, { cancel: true }),
  'ask in old words': ({ api, intent }) => api.askInOldWords(intent, { email }),
  'ask in old words without the order': ({ api, intent }) => api.askInOldWords(intent, null),
  'cancel in old words': ({ api, intent }) => api.askInOldWords(intent, { email }, true),

  pay: ({ api, intent }) => api.pay(intent),
  'pay with an address': ({ api, intent }) =>
    api.sandbox.pay(intent, { billing_details: { email } }),
  'pay in vain': async ({ api, intent }) => {
    await api.pay(intent)
    expect(await api.statusOf(intent)).toBe('canceled')
  },
  'bank decides': ({ api, intent }) => api.pay(intent, cards.slow),
  'bank decides to decline': ({ api, intent }) => api.pay(intent, cards.slowRefused),
  'bank has decided': ({ api, intent }) => api.sandbox.settle(intent),
  refund: story => refund(story),
  'refund of 1 UAH': story => refund(story, { amount: 100 }),
  'refund of 100 UAH': story => refund(story, { amount: 10_000 }),
  'pending refund': story => refund(story, { pending: true }),
  'refund failed': story => endRefund(story, 'failed'),
  'refund succeeded': story => endRefund(story, 'succeeded'),
  dispute: async story => {
    story.dispute = await story.api.sandbox.dispute(story.intent)
  },
  'dispute won': story => closeDispute(story, 'won'),
  'dispute lost': story => closeDispute(story, 'lost'),

  'three reads fail': ({ api, intent }) => api.failReads(intent, 500, 3),
  'six reads fail': ({ api, intent }) => api.failReads(intent, 500, 6),
  'two reads are rejected': ({ api, intent }) => api.failReads(intent, 401, 2),
  'reads answer 404': ({ api, intent }) => api.failReads(intent, 404, null),
  'reads are rejected': ({ api, intent }) => api.failReads(intent, 401, null),
  'everything fails': ({ api, intent }) => fail(api, `/v1/payment_intents/${intent}*`),
  'cancellations fail': ({ api, intent }) => fail(api, `/v1/payment_intents/${intent}/cancel`),
  'all works again': ({ api }) => api.clearFaults(),
  'cards are switched off': async ({ api }) => {
    api.services.provider = null
  },
  /** The key of another account, deployed by mistake. */
  'another account': ({ api }) => useKeys(api, { secretKey: 'sk_test_other' }),
  'the other mode': ({ api }) => useKeys(api, { livemode: true }),
  'our account': async ({ api, ours }) => void Object.assign(api.services, { provider: ours }),
  'personal data expire': ({ api }) =>
    eraseExpired(
      { ...api.services, provider: null },
      { retentionDays: 90, mailFolder: api.config.mail.folder },
    ),
  'its history is lost': ({ api }) => api.services.store.db.deleteFrom('orderHistory').execute(),
  'its row is lost': ({ api }) => api.services.store.db.deleteFrom('donations').execute(),
  'pay by a card whose refunds fail': ({ api, intent }) => api.pay(intent, cards.refundsFail),
  'the bank acts': ({ api }) => api.sandbox.drain(),

  'an event comes': story => tell(story, 'payment_intent.succeeded'),
  'an event of the refund comes': story => tell(story, 'charge.refunded'),
  sync: ({ api }) => api.syncDue(),
  reconcile: ({ api }) => api.reconcile(),
  run: ({ api }) => api.run(),
  'the temple is notified': ({ api }) => notifyTemple(api.services),
  'two runs': async ({ api }) => {
    await api.run()
    await api.run()
  },
}

function fail(api: TestApi, path: string) {
  return api.sandbox.fault({ action: 'status', status: 500, path, count: null })
}

async function useKeys(
  { services, config }: TestApi,
  other: { secretKey?: string; livemode?: boolean },
) {
  const { installation, now } = services
  const cards = { ...(config.cards ?? expect.unreachable()), ...other }
  services.provider = createStripeClient(cards, { installation, description: '', now })
}

async function tell({ api, intent }: Story, type: string): Promise<void> {
  expect((await deliver(api, writeEvent({ intent, type }))).status).toBe(200)
}

/** `these and those steps while this one`: they come after the provider was read, and before its answer. */
function meanwhile(name: string) {
  const [, changes = '', asking = ''] = /^(.+) while (.+)$/.exec(name) ?? []
  if (!asking) return undefined
  return async (story: Story) => {
    const read = {
      path: `/v1/payment_intents/${story.intent}`,
      call: 'GET /v1/payment_intents/:id',
    }
    return story.api.changeDuring(
      read,
      () => take(story, asking),
      () => take(story, changes.replaceAll(' and ', ', ')),
    )
  }
}

/** `… for all`: the provider's clock moves as well. */
function wait(name: string) {
  const [, count, unit = '', all] = /^(-?\d+) (\w+?)s?( for all)?$/.exec(name) ?? []
  const ms = Number(count) * (units[unit] ?? expect.unreachable(`There is no step ${name}.`))
  return async ({ api }: Story) => (all ? api.advanceBoth(ms) : api.advance(ms))
}

const begin = async (api: TestApi): Promise<Story> => ({
  ...{ api, intent: await api.create(200), refund: '', dispute: '', ours: api.provider() },
})

/** Resolves to what the last step resolved to. */
async function take(story: Story, text: string): Promise<unknown> {
  let result: unknown
  for (const name of text.split(', '))
    result = await (steps[name] ?? meanwhile(name) ?? wait(name))(story)
  return result
}

/** Takes the steps of a state, then those of an event. Resolves to the kinds of emails that this adds. */
export async function tellNews(api: TestApi, state: string, event: string): Promise<string> {
  const story = await begin(api)
  await take(story, state)
  const before = await listEmailKinds(api.services)
  await take(story, event)
  const after = await listEmailKinds(api.services)
  for (const kind of before) after.splice(after.indexOf(kind), 1)
  return after.join(', ')
}

/** Takes the steps of a story, comma-separated. Resolves to all that is there in the end. */
export async function tellStory(api: TestApi, text: string): Promise<string> {
  const result = await take(await begin(api), text)
  const { services } = api
  const history = await listHistory(services)
  const earlier = history
    .filter(({ event }) => event === 'payment')
    .map(({ detail }) => detail.split(' to ')[0])
    .join(', ')
  const emails = await listEmails(services)
  const to = (recipient: string) => {
    const sent = emails.filter(({ kind }) => kind.startsWith(recipient))
    const said = sent.map(email => describeEmail(email, history)).join(', ')
    return said ? [`${recipient}: ${said}`] : []
  }
  return [
    ...describeAnswer(result),
    ...(await listDonations(services)).map(describeDonation),
    ...(await listOrders(services)).map(
      order => describeOrder(order) + (earlier && ` after ${earlier}`),
    ),
    ...to('donor'),
    ...to('temple'),
  ].join('; ')
}

const AnswerSchema = v.object({
  body: v.object({ outcome: v.optional(v.string()), success: v.optional(v.boolean()) }),
})

function describeAnswer(result: unknown): string[] {
  const answer = v.safeParse(AnswerSchema, result)
  if (!answer.success) return []
  const { outcome, success } = answer.output.body
  if (outcome) return [`answer ${outcome}`]
  return success === undefined ? [] : [`answer ${success ? 'success' : 'failure'}`]
}

const describeDonation = ({ state, draft, answeredAt }: Donation) =>
  state + (draft === null ? '' : ` with ${answeredAt === null ? '' : 'answered '}draft`)

function describeOrder(order: Order): string {
  const { payment, confirmedKopiykas, fulfilment } = order
  const incomplete = order.needsDetails ? 'incomplete order' : 'order'
  const what = isWordless(order) ? 'order without words' : incomplete
  const amount = confirmedKopiykas > 0 ? ` ${confirmedKopiykas / 100} UAH` : ''
  return `${fulfilment === 'waiting' ? '' : `${fulfilment} `}${what} ${payment}${amount}`
}

const { nameMissing, purposeMissing, bothMissing } = texts.thanks

function describeEmail(
  { kind, subjectId, textBody }: StoredEmail,
  history: Awaited<ReturnType<typeof listHistory>>,
): string {
  const name = kind.replace(/^\w+-/, '')
  const said = textBody.replace(/\s+/g, ' ')
  if (kind === 'donor-thanks') {
    const asks = [nameMissing, purposeMissing, bothMissing].some(text => said.includes(text))
    return asks ? 'thanks that ask for words' : name
  }
  if (kind !== 'donor-refunded') return name
  const told = [...said.matchAll(/(\d+) грн/g)].map(([, uah]) => Number(uah))
  const noted = history.find(({ id }) => id === subjectId)?.detail
  const [refunded = 0, left = 0] = told
  expect(noted).toBe(`${refunded.toFixed(2)} UAH, ${left.toFixed(2)} UAH left`)
  expect(said.includes(texts.refundToDonor.heading(true))).toBe(left === 0)
  return `${name} ${refunded}${left > 0 ? ` leaving ${left}` : ''}`
}
