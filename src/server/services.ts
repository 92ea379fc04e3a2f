import type { FastifyBaseLogger } from 'fastify'
import type { Store } from './db/store'
import type { EmailSettings } from './emails/email'
import type { Outbox } from './emails/outbox'
import type { PaymentProvider } from './stripe/payment-provider'

declare module 'fastify' {
  interface FastifyInstance {
    services: Services
  }
}

/** What the use cases work with. */
export interface Services {
  store: Store
  /** null: no cards are taken. */
  provider: PaymentProvider | null
  /** This installation among others on the provider's account: made once, kept in the store. */
  installation: string
  emailSettings: EmailSettings
  outbox: Outbox
  /** Wakes the loop that settles what is due, now that something may be. */
  wakeSettling(): void
  /** The domain of Message-IDs. */
  mailDomain: string
  now(): number
  /** This process among others that work with the same store. */
  serverId: string
  /** The folder whose disk must have room. */
  dataDir: string
  /** When this process began, ms since 1970. */
  startedAt: number
  log: FastifyBaseLogger
}
