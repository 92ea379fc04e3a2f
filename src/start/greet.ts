import type { Config } from '../server/config/config'

/** What the console says once everything listens: where it is, and what stands in for what. */
export function greet(config: Config): string {
  const store = config.databaseUrl ? 'PostgreSQL' : `a file in ${config.dataDir}`
  const mail = config.mail.smtpUrl ? 'sent by SMTP' : `files in ${config.mail.folder}`
  const lines = [
    '',
    `  Svichka is ready:  ${config.publicUrl.href}`,
    '',
    `  Orders   ${store}`,
    `  Emails   ${mail}`,
    `  Cards    ${describeCards(config)}`,
  ]
  return [...lines, ...(config.cards?.apiUrl ? cardsToTry : []), ''].join('\n')
}

function describeCards(config: Config): string {
  if (!config.cards) return 'not taken: orders without a donation only'
  if (config.cards.apiUrl) return `a pretend card company at ${config.cards.apiUrl.href}`
  return config.cards.livemode ? 'Stripe, live' : 'Stripe, test mode'
}

const cardsToTry = [
  '',
  '  Cards to try, with any future date and any three digits:',
  '    4242 4242 4242 4242   goes through',
  '    4000 0000 0000 3220   asks for 3-D Secure',
  '    4000 0000 0000 0002   is declined',
]
