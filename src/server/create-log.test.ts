import { DatabaseSync } from '@photostructure/sqlite'
import Stripe from 'stripe'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { describeError } from './create-log'

const secret = 'Марія'

function fail(make: () => unknown): unknown {
  try {
    return make()
  } catch (error) {
    return error
  }
}

const databaseError = Object.assign(new Error(`invalid input syntax: "${secret}"`), {
  code: '23505',
  severity: 'ERROR',
  table: 'orders',
  constraint: 'orders_code_key',
  detail: `Key (name)=(${secret}) already exists.`,
  parameters: [secret],
})

test.each([
  ['a database', databaseError],
  ['a mail server', Object.assign(new Error(`550 <${secret}@x>`), { code: 'EENVELOPE' })],
  ['a parser', fail(() => JSON.parse(`{"name":${secret}`))],
  ['a schema', fail(() => v.parse(v.number(), secret))],
  ['a cause', new Error('a tick failed', { cause: databaseError })],
  ['no error at all', secret],
])('what is logged of %s names no person', (_what, error) => {
  expect(JSON.stringify(describeError(error))).not.toContain(secret)
})

test('why SQLite fails is logged, without a stack', () => {
  const database = new DatabaseSync(':memory:')
  database.exec('create table orders (name text unique); pragma max_page_count = 4')
  const insert = database.prepare('insert into orders values (?) returning name')
  for (const [sentence, execute] of [
    ['UNIQUE constraint failed: orders.name', () => insert.all(secret)],
    ['database or disk is full', () => insert.all(secret.repeat(10_000))],
    ['no such table: candles', () => database.exec('select * from candles')],
  ] as const) {
    insert.all(secret)
    const described = describeError(fail(execute))
    expect(described).toMatchObject({ code: 'ERR_SQLITE_ERROR', message: sentence, at: undefined })
    expect(JSON.stringify(described)).not.toContain(secret)
    database.exec('delete from orders')
  }
})

test('why the provider does not answer is logged, without its words and a stack', () => {
  const detail = Object.assign(new Error(secret), { code: 'ECONNREFUSED', syscall: 'connect' })
  const unreachable = new Stripe.errors.StripeConnectionError({ message: secret, detail })
  expect(describeError(unreachable)).toMatchObject({
    ...{ type: 'StripeConnectionError', message: undefined, at: undefined },
    cause: { code: 'ECONNREFUSED', syscall: 'connect' },
  })
})

test('what went wrong and where is logged', () => {
  expect(describeError(databaseError)).toMatchObject({
    code: '23505',
    table: 'orders',
    constraint: 'orders_code_key',
    at: expect.arrayContaining([expect.stringContaining('create-log.test.ts')]),
  })
  const failures = new AggregateError([databaseError])
  expect(describeError(failures)).toMatchObject({ cause: { code: '23505' } })
  expect(describeError(new Error('An order was neither stored nor found.'))).toMatchObject({
    message: 'An order was neither stored nor found.',
  })
})
