import { mkdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer, { type SendMailOptions } from 'nodemailer'
import { isLoopback } from '../config/environment'

export interface Transport {
  /**
   * Rejects unless the email was accepted for certain for every recipient. `remaining` of the error:
   * those that were rejected while others were accepted.
   */
  send(email: SendMailOptions, name: string): Promise<void>
  close(): void
}

export const sendTimeoutMs = 90_000

/** Emails in flight, and connections to the mail server. */
export const maxConnections = 3

const untrusted = { disableFileAccess: true, disableUrlAccess: true }

/**
 * A pool for `smtps://user:password@host:465`. Over a network `smtp:` requires STARTTLS, unless the
 * URL ends with `?ignoreTLS=true`, for a relay on a private network.
 */
export function openSmtpPool(smtpUrl: string) {
  const { hostname, searchParams } = new URL(smtpUrl)
  return nodemailer.createTransport({
    url: smtpUrl,
    requireTLS: !isLoopback(hostname) && searchParams.get('ignoreTLS') !== 'true',
    pool: true,
    maxConnections,
    // The outbox retries.
    maxRequeues: 0,
    idleTimeout: 20_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    dnsTimeout: 5_000,
    socketTimeout: 30_000,
    ...untrusted,
  })
}

export function createSmtpTransport(smtpUrl: string): Transport {
  const pool = openSmtpPool(smtpUrl)
  return {
    async send(email) {
      const signal = AbortSignal.timeout(sendTimeoutMs)
      const { rejected, rejectedErrors } = await pool.sendMail({ ...email, signal })
      if (rejectedErrors?.[0]) throw Object.assign(rejectedErrors[0], { remaining: rejected })
    },
    close: () => pool.close(),
  }
}

/** Without a mail server: `.eml` files. `announce` hears of each, and of the link in it. */
export function createFolderTransport(
  folder: string,
  announce: (lines: string) => void = () => {},
): Transport {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const composer = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...untrusted,
  })
  return {
    async send(email, name) {
      const { message } = await composer.sendMail(email)
      if (!Buffer.isBuffer(message)) throw new Error('nodemailer composed no email.')
      const file = join(folder, `${name}.eml`)
      // A reader of the folder never sees half an email.
      await writeFile(`${file}.unfinished`, message, { mode: 0o600 })
      await rename(`${file}.unfinished`, file)
      const [link] = /https?:\/\/[^\s/]+\/temple\/[\w-]+/.exec(String(email.text)) ?? []
      announce(`Email:  ${file}\n${link ? `Temple: ${link}\n` : ''}`)
    },
    close: () => composer.close(),
  }
}
