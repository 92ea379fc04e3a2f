import { CompiledQuery, createQueryId, type RootOperationNode, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addHistory, listHistory, listOrders, sumOrders } from '../../../src/server/db/orders'
import { listEmails } from '../../../src/server/db/outbox-admin'
import { listPhotos } from '../../../src/server/db/photos'
import type { Store } from '../../../src/server/db/store'
import { findSubmission, insertSubmission } from '../../../src/server/db/submissions'
import { readHealth } from '../../../src/server/health/read-health'
import { notifyTemple } from '../../../src/server/orders/notify-temple'
import { renewLinks } from '../../../src/server/orders/renew-links'
import { eraseExpired, forgetPerson } from '../../../src/server/retention/erase'
import { readTemplePage } from '../../../src/server/temple/read-page'
import type { SubmissionChanges } from '../../../src/shared/temple-page'
import { fillStore, keepTemplate } from '../../setup/fill-store'
import { submitPage } from '../../setup/submit-page'
import { bothEngines } from '../../setup/test-store'
import { apiForEach } from '../api-fixture'
import type { TestApi } from '../start-api'

const email = 'maria@example.org'

/** Enough orders that an index is the shorter way. */
async function fill(api: TestApi): Promise<void> {
  const { store } = api.services
  const intent = await api.createPaid(100)
  await api.place(intent, { email })
  await api.run()
  await api.services.outbox.runOnce()
  const [order] = await listOrders(store, {}, { limit: 1 })
  await addHistory(store.db, { orderId: order?.id ?? '', at: 1, event: 'lit', detail: '' })
  const changes: SubmissionChanges = { kind: 'undone', codes: [], corrected: 0, uncorrected: [] }
  const submission = { id: 'submission-1', at: Date.now() }
  await insertSubmission(store.db, { ...submission, changes })
  await keepTemplate(store)
  await fillStore(store, 1, 3_000)
}

/** What the server does for its visitors and by itself, and the lists of the command line. */
async function doEverything(api: TestApi): Promise<void> {
  const { services } = api
  const { store } = services
  const [{ code = '' } = {}] = await listOrders(store, {}, { limit: 1 })
  await api.order({ email })
  for (const amount of [100, 200]) {
    const intent = await api.create(amount)
    await api.draft(intent, { email })
    await api.outcome(intent)
    await api.pay(intent)
    await api.place(intent, { email })
  }
  await api.syncDue()
  await api.run()
  await notifyTemple(services)
  await services.outbox.runOnce()
  const [newest] = await listOrders(store, { since: Date.now() - 60_000 }, { limit: 1 })
  const codes = [newest?.code ?? '']
  await submitPage(services, { action: 'lit', codes, key: 'submission-2' })
  const submission = await findSubmission(store.db, 'submission-2')
  const opened = { language: 'uk' as const, path: '', ticked: [] }
  await readTemplePage(services, { ...opened, submission, at: code, lit: '1.a' })
  await readTemplePage(services, { ...opened, after: '4.1.a' })
  await renewLinks(services)
  await readHealth(services)
  await eraseExpired(services, { retentionDays: 90, mailFolder: '/nowhere' })
  await listPhotos(store.db, '')
  await listOrders(store, {}, { limit: 50 })
  await listOrders(store, { fulfilment: 'lit' }, { limit: 50 })
  await listHistory(store.db, '')
  await sumOrders(store.db, Date.now(), Date.now())
  await listEmails(store.db, { limit: 50 })
  await forgetPerson(store, code, '/nowhere', Date.now)
}

const growing = ['orders', 'order_history', 'donations', 'emails', 'submissions']
/** Indexes of what is still to do or to erase, which may be read as a whole. */
const short = [
  'donations_due',
  'donations_to_erase',
  'donations_to_match',
  'orders_nameless',
  'emails_to_send',
  'orders_dismissed',
  'orders_lit',
  'orders_on_list',
  'orders_to_confirm',
  'orders_to_erase',
  'orders_to_notify',
  'orders_waiting',
  'submissions_by_time',
]

describe.each(bothEngines)('the store on %s', engine => {
  const api = apiForEach({ engine })

  test('no request, loop or list reads a whole table that grows with the orders', async () => {
    await fill(api)
    const { store } = api.services
    const { db } = store
    const nodes = collectQueries(store)
    await doEverything(api)
    const compiled = nodes
      .map(node => db.getExecutor().compileQuery(node, createQueryId()))
      .filter(query => /^(select|insert|update|delete)/.test(query.sql))
    const statements = [...new Map(compiled.map(query => [query.sql, query])).values()]
    expect(statements.length).toBeGreaterThan(30)
    if (engine === 'postgres') await sql`analyze`.execute(db)
    const explain = engine === 'sqlite' ? explainSqlite : explainPostgres
    const scans: string[] = []
    const used = new Set<string>()
    for (const query of statements) {
      const plan = await explain(db, query)
      scans.push(...plan.scans.map(scan => `${scan}: ${query.sql}`))
      for (const index of plan.indexes) used.add(index)
    }
    expect(scans).toEqual([])
    // PostgreSQL reads small tables whole, whatever their indexes.
    if (engine === 'sqlite')
      expect((await listIndexes(db)).filter(name => !used.has(name))).toEqual([])
  })
})

/** All queries from now on, as the plugins before have written them. */
function collectQueries(store: Store): RootOperationNode[] {
  const nodes: RootOperationNode[] = []
  store.db = store.db.withPlugin({
    transformQuery({ node }) {
      nodes.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return nodes
}

async function listIndexes(db: Store['db']): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'index' and sql is not null`.execute(db)
  return rows.map(({ name }) => name)
}

type Explain = (
  db: Store['db'],
  query: CompiledQuery,
) => Promise<{ scans: string[]; indexes: string[] }>

const explainSqlite: Explain = async (db, query) => {
  const explained = CompiledQuery.raw(`explain query plan ${query.sql}`)
  const { rows } = await db.executeQuery<{ detail: string }>(explained)
  const steps = rows.map(({ detail }) => detail)
  const scans = steps.filter(step => {
    // Whole, or from the first row up to some value.
    const whole = /^SCAN (\w+)(?:.* INDEX (\w+))?|^SEARCH (\w+) .*INDEX (\w+) \(\w+<\?\)/
    const [, scanned, by, searched, from] = whole.exec(step) ?? []
    return growing.includes(scanned ?? searched ?? '') && !short.includes(by ?? from ?? '')
  })
  return { scans, indexes: steps.flatMap(step => / INDEX (\w+)/.exec(step)?.[1] ?? []) }
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
  Plans?: Plan[]
}

const explainPostgres: Explain = async (db, query) => {
  const explained = CompiledQuery.raw(`explain (format json) ${query.sql}`, [...query.parameters])
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>(explained)
  const plans = rows.flatMap(row => row['QUERY PLAN'])
  return { scans: plans.flatMap(({ Plan: plan }) => listScans(plan)), indexes: [] }
}

function listScans(plan: Plan, parent?: Plan): string[] {
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index = '' } = plan
  // The first rows in the order of the index.
  const isCut = parent?.['Node Type'] === 'Limit' && !plan.Filter
  const isWhole =
    type === 'Seq Scan'
      ? growing.includes(table)
      : type.includes('Index') && !plan['Index Cond'] && isOfGrowing(index) && !isCut
  return [
    ...(isWhole ? [`${type} ${table} ${index}`] : []),
    ...(plan.Plans ?? []).flatMap(child => listScans(child, plan)),
  ]
}

const isOfGrowing = (index: string) =>
  growing.some(table => index.startsWith(`${table}_`)) && !short.includes(index)
