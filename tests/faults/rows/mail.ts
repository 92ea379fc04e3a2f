import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startSmtpServer, type TestSmtpServer } from '../../integration/emails/start-smtp-server'
import type { Row } from '../row'
import { countOrders } from './queries'

const hostile = {
  name: 'Іван\r\nBcc: all@example.org\u0000 <script>alert(1)</script> \u202Eтекст 🕯',
  purpose: '<img src=x onerror=alert(1)> {{name}} \u2028 % $& "\\',
}

/** Down at first; when it comes back it refuses, then keeps a mail and hangs up, then works. */
async function startFaultyMailServer() {
  const { url, port, ...stopped } = await startSmtpServer()
  await stopped.close()
  const mails: string[] = []
  let smtp: TestSmtpServer | null = null
  const change = setInterval(() => {
    if (!smtp) return
    mails.splice(0, mails.length, ...smtp.received.map(mail => mail.messageId ?? ''))
    if (smtp.received.length > 0) smtp.behaviour = 'accept'
    else if (smtp.recipients.length > 0) smtp.behaviour = 'keep and drop'
  }, 50)
  return {
    url,
    mails,
    async comeBack() {
      smtp = await startSmtpServer(port)
      smtp.behaviour = 'refuse for now'
    },
    async close() {
      clearInterval(change)
      await smtp?.close()
    },
  }
}

let mailServer: Awaited<ReturnType<typeof startFaultyMailServer>> | null = null

/** Rows 32, 33 and 44: what visitors write, and what the mail server does with it. */
export const mailRows: Row[] = [
  {
    number: 32,
    where: 'order POST',
    fault: 'hostile text: 1 MB, NUL, line breaks, HTML, bidi, emoji',
    must: 'limited, stored as text, harmless in emails',
    async run(env) {
      const visitor = await env.payer('Іван', 'ivan@example.org')
      const huge = await visitor.order({ name: 'я'.repeat(1024 * 1024) })
      assert.equal(huge === 'lost' ? 413 : huge.status, 413)
      visitor.candle.refusedAfterPayment.length = 0
      await visitor.order(hostile)
      return ({ orders }) => {
        assert.ok(orders[0]?.name.includes('<script>'))
        assert.ok(!orders[0]?.name.includes('\u0000'))
        for (const mail of readMails(env.product.dataDir)) {
          assert.ok(!/^bcc:/im.test(mail.slice(0, mail.indexOf('\r\n\r\n'))))
          assert.ok(!mail.includes('<script>alert'))
        }
      }
    },
  },
  {
    number: 33,
    where: 'order POST',
    fault: 'paid, but with a wrong address and without names',
    must: 'kept and flagged; no email to nowhere',
    async run(env) {
      const visitor = await env.payer('Олена', 'olena at example')
      await visitor.order({ name: '  ', purpose: '' })
      return ({ orders, emails }) => {
        assert.deepEqual([orders[0]?.payment, orders[0]?.needs_details], ['paid', 1])
        assert.deepEqual(
          emails.map(email => email.kind),
          ['temple-notice'],
        )
      }
    },
  },
  {
    number: 44,
    where: 'mail',
    fault: 'the server refuses, hangs up after accepting, is down for a while',
    must: 'tried again under one Message-ID; the order stands whatever happens',
    async setUp() {
      mailServer = await startFaultyMailServer()
      const { url, mails, close } = mailServer
      return { options: { env: { SMTP_URL: url }, mails }, tearDown: close }
    },
    async run(env) {
      const visitor = await env.payer('Марія', 'maria@example.org')
      const reply = await visitor.order()
      assert.deepEqual(reply !== 'lost' && reply.body, {
        success: true,
        emailNotifications: { userEmailSent: false },
      })
      assert.equal(await countOrders(env), 1)
      await mailServer?.comeBack()
      return ({ emails, mails }) => {
        assert.ok(mails.length > emails.length, 'one was delivered twice, under one Message-ID')
        assert.equal(new Set(mails).size, emails.length)
      }
    },
  },
]

function readMails(dataDir: string): string[] {
  const folder = join(dataDir, 'mail')
  return readdirSync(folder)
    .filter(name => name.endsWith('.eml'))
    .map(name => readFileSync(join(folder, name), 'utf8'))
}
