import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { openDatabase } from '../../src/server/db/sqlite-database'

// The lower bound of an order: copies the rows of the store's one order in one durable transaction per
// request. No validation, no provider call, no mail.

type Row = Record<string, string | number | null>

const { BARE_FILE: file = '' } = process.env
const database = openDatabase(file)
const read = (table: string) => database.prepare(`select * from ${table}`).all() as Row[]
const copies = ['orders', 'emails'].flatMap(table =>
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
  const keys = new Map<Row[string], string>()
  const renew = (column: string, value: Row[string] = null) => {
    if (column === 'name') return name
    if (typeof value !== 'string' || !/^id$|_id$|_key$|^code$/.test(column)) return value
    const renewed = keys.get(value) ?? randomUUID()
    keys.set(value, renewed)
    return renewed
  }
  database.exec('begin immediate')
  for (const { insert, row } of copies)
    insert.run(...row.map(([column, value]) => renew(column, value)))
  database.exec('commit')
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(answer)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object')
    console.log(`listening on http://127.0.0.1:${address.port}`)
})
