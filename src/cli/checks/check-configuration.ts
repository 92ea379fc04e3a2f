import { isLoopback } from '../../server/config/is-loopback'
import type { Config } from '../../server/config/read-config'
import { readAddresses } from '../../server/emails/reply-address'
import type { Shop } from '../command'
import { attention, type Finding, fault, ok } from './check'

/** What the schema accepts and is still unwise where real people order. */
export async function* checkConfiguration({ config, now }: Shop): AsyncGenerator<Finding> {
  const findings = [
    ...checkMode(config),
    ...checkTold(config, now()),
    ...checkMailAddresses(config),
  ]
  if (findings.length > 0) yield* findings
  else yield ok({ en: 'All variables fit together.', uk: 'Змінні узгоджені між собою.' })
}

function* checkMode(config: Config): Generator<Finding> {
  const { cards, production, publicUrl, frameAncestors, trustProxy } = config
  if (cards?.livemode && !production)
    yield attention({
      en: 'Live keys, but NODE_ENV is not production.\nSet NODE_ENV=production.',
      uk: 'Ключі справжні, а NODE_ENV не production.\nЗадайте NODE_ENV=production.',
    })
  if (production && publicUrl.protocol !== 'https:')
    yield fault({
      en: `PUBLIC_URL is ${publicUrl.origin}, without TLS.\nSet PUBLIC_URL to the https:// address that visitors see.`,
      uk: `PUBLIC_URL ${publicUrl.origin} без TLS.\nЗадайте в PUBLIC_URL адресу https://, яку бачать відвідувачі.`,
    })
  if (production && frameAncestors.includes('*'))
    yield attention({
      en: 'Any site may embed the form (FRAME_ANCESTORS=*).\nList the sites that may, such as https://parish.example.',
      uk: 'Форму може вбудувати будь-який сайт (FRAME_ANCESTORS=*).\nПерелічіть дозволені, наприклад https://parish.example.',
    })
  // Behind a proxy that is not named, all visitors share one address and its limits.
  if (production && publicUrl.protocol === 'https:' && trustProxy === false)
    yield fault({
      en: 'TRUST_PROXY is not set, and TLS means that a proxy stands in front.\nSet it to the proxy’s address as the server sees it: 127.0.0.1 on one machine, 172.30.7.1 in our Compose file.',
      uk: 'TRUST_PROXY не задано, а TLS означає, що попереду стоїть проксі.\nЗадайте адресу проксі, якою її бачить сервер: 127.0.0.1 на одній машині, 172.30.7.1 у нашому файлі Compose.',
    })
}

/** What visitors and finders of weaknesses are told. */
function* checkTold({ production, temple, security }: Config, now: number): Generator<Finding> {
  if (production && !temple)
    yield attention({
      en: 'The form does not say whose it is, nor what becomes of the names.\nSet TEMPLE_NAME, TEMPLE_CONTACT or PRIVACY_URL.',
      uk: 'Форма не каже, чия вона і що буде з іменами.\nЗадайте TEMPLE_NAME, TEMPLE_CONTACT або PRIVACY_URL.',
    })
  if (security && Date.parse(`${security.expires}T23:59:59Z`) < now)
    yield attention({
      en: `SECURITY_EXPIRES (${security.expires}) has passed: nobody may rely on SECURITY_CONTACT any more.\nCheck the contact and set a new date.`,
      uk: `Термін SECURITY_EXPIRES (${security.expires}) минув: на SECURITY_CONTACT уже не покладаються.\nПеревірте адресу й задайте нову дату.`,
    })
}

function* checkMailAddresses({ mail, production }: Config): Generator<Finding> {
  if (mail.smtpUrl === null && !production) return
  if (mail.smtpUrl === null)
    yield fault({
      en: 'No SMTP_URL is set: nobody gets an email, neither donors nor the temple.\nSet SMTP_URL.',
      uk: 'SMTP_URL не задано: листів не отримає ніхто, ні жертводавці, ні храм.\nЗадайте SMTP_URL.',
    })
  const named = { MAIL_FROM: mail.from, TEMPLE_EMAIL: mail.templeEmail }
  for (const [variable, value] of Object.entries(named)) {
    const hosts = readAddresses(value).map(address => address.split('@')[1] ?? '')
    if (hosts.length === 0 || hosts.some(isLoopback))
      yield fault({
        en: `${variable} is ${value}, which no mail server takes.\nSet ${variable} to a real address.`,
        uk: `${variable} = ${value}, такої адреси не прийме жоден сервер.\nЗадайте в ${variable} справжню адресу.`,
      })
  }
}
