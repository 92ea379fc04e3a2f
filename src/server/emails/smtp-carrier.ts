import nodemailer from 'nodemailer'
import type { Carrier } from './carrier'

export const carryingTimeoutMs = 90_000

/** Letters under way at once; also how many connections the mail server sees from us. */
export const connectionsAtOnce = 3

/** The transport for a mail server, e.g. `smtps://user:password@host:465`. */
export function openSmtpTransport(smtpUrl: string) {
  return nodemailer.createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: connectionsAtOnce,
    // The outbox repeats a letter; a second count of tries inside the pool would hide it.
    maxRequeues: 0,
    idleTimeout: 20_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    dnsTimeout: 5_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

export function createSmtpCarrier(smtpUrl: string): Carrier {
  const transport = openSmtpTransport(smtpUrl)
  return {
    async carry(mail) {
      await transport.sendMail({ ...mail, signal: AbortSignal.timeout(carryingTimeoutMs) })
    },
    close: () => transport.close(),
  }
}
