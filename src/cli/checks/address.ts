import { readCertificate } from '../../server/health/read-certificate'
import { dayMs } from '../../shared/durations'
import { count } from '../print'
import { error, type Findings, ok, type Subject, skipped, warning } from './check'
import { adviceFor } from './clock'
import { fetchLive, isUnknownPayment, readLive, sendWords } from './live'

/** Certbot and Caddy renew a certificate 30 days before it expires, so fewer days show a failure. */
const daysLeftWarning = 14
const daysLeftError = 3

/**
 * Fetches PUBLIC_URL as a visitor does, to see whether this server answers and the proxy tells who
 * visits.
 */
export async function* checkAddress({ config, now }: Subject): Findings {
  const { publicUrl, localUrl, production } = config
  if (publicUrl.origin === localUrl.origin && !production)
    return yield skipped('No PUBLIC_URL is set: the form is for this machine only.')
  const own = await fetchLive(localUrl).then(
    ({ body }) => readLive(body),
    () => null,
  )
  const answer = await fetchLive(publicUrl).catch((failure: NodeJS.ErrnoException) => failure)
  if (!own && (answer instanceof Error ? answer.name === 'AbortError' : answer.status >= 502))
    return yield skipped(`${publicUrl.origin} was not checked: the server is not running yet.`)
  if (answer instanceof Error) return yield explainUnreachable(publicUrl, answer)
  const certificate = await readCertificate(publicUrl)
  if (certificate?.fault)
    yield error(
      `The certificate of ${publicUrl.host} is not valid (${certificate.fault}).`,
      adviceFor(
        certificate.fault,
        'Renew it, or name one for this domain in the proxy’s settings (docs/operating.md).',
      ),
    )
  const { location } = answer
  if (location && location.origin !== publicUrl.origin)
    return yield error(
      `${publicUrl.origin} leads to ${location.origin}.`,
      `Set PUBLIC_URL=${location.origin}, then svichka restart.`,
    )
  const live = readLive(answer.body)
  if (answer.status !== 200)
    return yield error(
      `${publicUrl.origin} answers ${answer.status}.`,
      `The proxy must pass requests on to ${localUrl.host}; see its log.`,
    )
  if (!live || (own && live.id !== own.id))
    return yield error(
      `${publicUrl.origin} answers, but it is not this server.`,
      'Correct PUBLIC_URL, the address of its name in DNS, or the proxy’s site of this name.',
    )
  yield ok(`${publicUrl.origin} is this server.`)
  if (config.cards) yield* checkWords(publicUrl)
  if (certificate && certificate.expiresAt > now()) {
    const expiry = judgeExpiry(publicUrl, certificate.expiresAt - now())
    if (!certificate.fault || expiry.state !== 'ok') yield expiry
  }
  if (publicUrl.protocol === 'https:') yield* judgeProxy(live.via, config.trustProxy !== false)
  if (publicUrl.protocol === 'https:' && publicUrl.port === '')
    yield* checkPlainHttp(new URL(`http://${publicUrl.hostname}`))
}

/** Sends words of an order, because a firewall that blocks them would keep every donor from paying. */
async function* checkWords(publicUrl: URL): Findings {
  const answer = await sendWords(publicUrl).catch((failure: Error) => failure)
  if (!(answer instanceof Error) && isUnknownPayment(answer))
    return yield ok('The words of an order reach the server.')
  const said = answer instanceof Error ? answer.message : `answered ${answer.status}`
  yield error(
    `The words of an order do not reach the server (POST /api/order-drafts/…: ${said}): no card can be charged.`,
    'Let the proxy, and the firewall of the host, pass on POST and PUT with a JSON body to /api/.',
  )
}

function explainUnreachable(
  { hostname, origin }: URL,
  { code = '', message }: NodeJS.ErrnoException,
) {
  if (code === 'ENOTFOUND')
    return error(
      `There is no ${hostname} in DNS.`,
      'Correct PUBLIC_URL, or add the name (A and AAAA records) where the domain is managed.',
    )
  if (code === 'EAI_AGAIN')
    return error(
      `DNS does not answer: ${hostname} could not be looked up.`,
      'Check the network of this machine, and /etc/resolv.conf.',
    )
  return error(
    `Nobody answers at ${origin} (${code || message}).`,
    'Start the proxy, and open ports 80 and 443. (Some routers do not let a machine reach its own public address: then try it from outside.)',
  )
}

function judgeExpiry({ host }: URL, leftMs: number) {
  const days = Math.floor(leftMs / dayMs)
  const found = `The certificate of ${host} is valid for ${count(days, 'more day')}.`
  const advice = 'Its renewal does not work: see systemctl status certbot.timer, or Caddy’s log.'
  if (days < daysLeftError) return error(found, advice)
  return days < daysLeftWarning ? warning(found, advice) : ok(found)
}

async function* judgeProxy(via: string, hasTrusted: boolean): Findings {
  if (via === 'proxy') return yield ok('The proxy is trusted, and says who visits.')
  const consequence = 'All visitors share one address and its limits.'
  if (via === 'none')
    yield error(
      `The proxy does not send X-Forwarded-For. ${consequence}`,
      'Let it send the header (deploy/nginx.conf, deploy/Caddyfile).',
    )
  else
    yield error(
      `The proxy connects from ${via}, which TRUST_PROXY ${hasTrusted ? 'does not name' : 'has to name'}. ${consequence}`,
      `Set TRUST_PROXY=${via}, then svichka restart.`,
    )
}

/** Visitors who type only the name, and certbot, come by plain HTTP. */
export async function* checkPlainHttp(plain: URL): Findings {
  const answer = await fetchLive(plain).catch(() => null)
  const advice = 'Let the proxy answer at port 80 and redirect to https (deploy/nginx.conf).'
  if (!answer) yield warning(`Nobody answers at ${plain.origin}.`, advice)
  else if (answer.status < 300 || answer.status >= 400)
    yield warning(`${plain.origin} is not redirected to https.`, advice)
}
