import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliver, withMailbox, writeMail } from './answer-by-mail'
import { openParish } from './open-parish'
import { startDovecot, type TestMailbox } from './start-dovecot'

let dovecot: TestMailbox

beforeAll(async () => {
  dovecot = await startDovecot()
}, 120_000)
afterAll(() => dovecot.stop())

describe('a parish with one mailbox for everything', () => {
  it('other mail in it is none of our business, answers still count', async () => {
    const url = dovecot.urlFor(randomUUID())
    const parish = await openParish('sqlite', url, 'Temple <temple@example.org>')
    const { replyTo } = await parish.takeOrder()
    await deliver(url, { from: 'aunt@example.org', to: 'temple@example.org', text: 'Hello' })
    await deliver(url, { from: 'temple@example.org', to: replyTo ?? '', text: 'Lit' })
    expect(await parish.readMailbox()).toEqual({ lit: 1, refused: 0, ignored: 1, repeated: 0 })
    await parish.close()
  })

  it('a notice of ours that arrives there is not taken for an answer to itself', async () => {
    const url = dovecot.urlFor(randomUUID())
    const parish = await openParish('sqlite', url, 'temple@example.org')
    const notice = await parish.takeOrder()
    const source = await writeMail({
      from: 'temple@example.org',
      to: notice.recipient,
      replyTo: notice.replyTo ?? '',
      subject: notice.subject,
      text: notice.text,
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
    await withMailbox(url, client => client.append('INBOX', source))
    expect(await parish.readMailbox()).toMatchObject({ ignored: 1, lit: 0 })
    await parish.close()
  })
})
