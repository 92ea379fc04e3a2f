import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { openDatabase } from '../../src/server/db/sqlite-database'

// The lower bound of an order: copies the rows of the store's one order in one durable transaction per
// request. No validation, no provider call, no mail.

const [, , file = ''] = process.argv
const database = openDatabase(file)
const order = read('orders')[0] ?? {}
const copies = ['orders', 'donations', 'emails'].flatMap(table =>
  read(table).map(row => {
    const marks = Object.keys(row).map(() => '?')
    const insert = `insert into ${table} (${Object.keys(row).join(', ')}) values (${marks.join(', ')})`
    return { insert: database.prepare(insert), row: Object.entries(row) }
  }),
)
const answer = '{"success":true,"emailNotifications":{"userEmailSent":false}}'

const server = createServer(async (request, response) => {
  const { name } = JSON.parse(await text(request))
  // New values for every key of the order, the same in all its rows.
  const keys = new Map([[order.id, randomUUID()]])
  database.exec('begin immediate')
  for (const { insert, row } of copies)
    insert.run(
      ...row.map(([column, value]) => (column === 'name' ? name : renew(column, value, keys))),
    )
  database.exec('commit')
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(answer)
})
server.listen(0, '127.0.0.1', () => console.log(`listening on ${Object(server.address()).port}`))

type Value = string | number | null

function read(table: string): Record<string, Value>[] {
  const known = database.prepare(`select name from sqlite_master where name = '${table}'`).all()
  return known.length === 0
    ? []
    : (database.prepare(`select * from ${table}`).all() as Record<string, Value>[])
}

function renew(column: string, value: Value, keys: Map<unknown, string>): Value {
  if (typeof value !== 'string' || !/^id$|_id$|_key$|^code$/.test(column)) return value
  const renewed = keys.get(value) ?? randomUUID()
  keys.set(value, renewed)
  return renewed
}
