import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { beginUpload } from '../integration/temple/send-form'
import { measureBlocked, measured } from '../security/fuzz/blocked'
import { orderAt } from '../setup/order-at'
import { startProduct } from '../setup/processes'

test('300 links opened at once, 300 forged ones, and an upload keep another visitor waiting for a moment', async ({
  annotate,
}) => {
  const product = await startProduct({ env: measured })
  onTestFinished(() => product.stop())
  await orderAt(product.url)
  await expect.poll(product.server.output).toMatch(/^Temple: /m)
  const [, opened = ''] = /^Temple: (\S+)$/m.exec(product.server.output()) ?? []
  const photos = [{ name: 'a.jpg', bytes: Buffer.alloc(20_000_000, 1) }]
  const upload = beginUpload(opened, { photos })
  upload.send(0, 10_000_000)
  const uploads = join(product.dataDir, 'uploads')
  await expect.poll(() => existsSync(uploads) && readdirSync(uploads)).toHaveLength(1)
  const statuses = new Set<number>()
  const open = async (url: string) => {
    const answer = await fetch(url)
    await answer.text()
    statuses.add(answer.status)
  }
  const act = () =>
    Promise.all(
      [...Array(300).fill(opened), ...Array(300).fill(opened.replace('?', 'x?'))].map(open),
    )
  // By the processor's clock: a busy machine takes it away from both.
  const blocked = await measureBlocked(product.server, act, { below: 20, tries: 4 })
  await annotate(
    `${Math.round(blocked)} times the reference computed at most before another request's turn`,
  )
  expect([...statuses].sort()).toEqual([200, 404])
  expect(blocked).toBeLessThan(60)
})
