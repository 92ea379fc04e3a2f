import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { openStore } from '../../../src/server/db/open-store'
import { listen } from '../../setup/listen'

/** What PgBouncer 1.18 answers to a connection that sets `statement_timeout`. */
const refusal = 'SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0'

test('behind PgBouncer the server says where to connect instead', async () => {
  const pooler = createServer(socket =>
    socket.once('data', () => {
      const length = Buffer.alloc(4)
      length.writeInt32BE(refusal.length + 4)
      socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(refusal)]))
    }),
  )
  const databaseUrl = `postgres://candle@127.0.0.1:${await listen(pooler)}/candle`
  const opening = openStore({ databaseUrl, dataDir: '' })
  await expect(opening).rejects.toThrow('connect to PostgreSQL directly')
})
