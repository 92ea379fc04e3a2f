import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { parseAddresses } from '../emails/parse-addresses'
import { EnvironmentSchema } from './environment'
import { ConfigError, readConfig } from './read-config'

function errorsOf(variables: Record<string, string>): string[] {
  try {
    readConfig(variables)
    return []
  } catch (error) {
    return error instanceof ConfigError ? error.errors : [String(error)]
  }
}

const live = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

describe('the configuration', () => {
  test('with nothing set is the demo: sandbox cards, embedded store, emails as files, loopback', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: null,
      retentionDays: 90,
    })
    expect(config.cards).toMatchObject({ publicKey: 'pk_test_sandbox', livemode: false })
    expect(config.cards?.apiUrl?.href).toBe('http://127.0.0.1:12111/')
    expect(config.mail.smtpUrl).toBeNull()
  })

  test('uses Stripe as soon as its keys are set, and no cards in production without them', () => {
    expect(readConfig(live).cards).toMatchObject({
      publicKey: 'pk_live_1',
      livemode: true,
      apiUrl: null,
    })
    expect(readConfig({ NODE_ENV: 'production' }).cards).toBeNull()
    expect(readConfig({ CARD_PROVIDER: 'none' }).cards).toBeNull()
  })

  test('lists every error at once, with what to do', () => {
    const errors = errorsOf({
      PORT: 'x',
      SMTP_URL: 'mail',
      TEMPLE_LANGUAGE: 'de',
      TRUST_PROXY: 'true',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      SECURITY_EXPIRES: '2027-06-30',
    })
    expect(errors).toHaveLength(6)
    for (const name of ['PORT', 'SMTP_URL', 'TEMPLE_LANGUAGE', 'TRUST_PROXY', 'STRIPE_WEBHOOK'])
      expect(errors.filter(error => error.startsWith(name))).toHaveLength(1)
  })

  test('accepts addresses and networks of proxies, sites that may embed, and IPv6 hosts', () => {
    const trusted = { TRUST_PROXY: '127.0.0.1, 172.16.0.0/12 ::1' }
    expect(readConfig(trusted).trustProxy).toEqual(['127.0.0.1', '172.16.0.0/12', '::1'])
    const sites =
      "https://parish.example.org *.example.org:8443 'self' http://[::1]:3000 https://a.b/"
    expect(readConfig({ FRAME_ANCESTORS: sites }).frameAncestors).toHaveLength(5)
    for (const word of ['self', 'none']) {
      const written = parseEnv(`FRAME_ANCESTORS='${word}'`)
      expect(readConfig(written).frameAncestors).toEqual([`'${word}'`])
    }
    expect(readConfig({ HOST: '::' }).publicUrl.href).toBe('http://[::]:3000/')
  })

  test.each([
    // They would trust everybody, or nobody.
    ['TRUST_PROXY', ['true', '1', 'proxy', '10.0.0.0/33', '10.0.0.0/8/8', '0.0.0.0/1', '::/0']],
    // They would spoil the policy.
    ['FRAME_ANCESTORS', ['https://a.example;', "'unsafe-inline'", 'https://храм.укр']],
    ['HOST', ['not a host']],
  ])('rejects a wrong %s', (name, values) => {
    for (const value of values) expect(errorsOf({ [name]: value })[0]).toContain(`${name} must be`)
  })

  test('says what is wrong in words that help', () => {
    for (const [name, value, words] of [
      ['SMTP_URL', 'smtps://candle:Mail-Pass/1@#@mail.example.org', 'write @ as %40'],
      ['FRAME_ANCESTORS', 'https://a.b/kalendar', 'write https://a.b, without /kalendar'],
      ['PUBLIC_URL', 'https://candle.example.org/candle', 'may have no path'],
      ['MAIL_FROM', 'a@example.org, b@example.org', 'must be one email address'],
      ['TEMPLE_EMAIL', 'Храм: a@example.org', 'must be email addresses'],
      ['SMTP_URL', 'mail.example.org', 'must be a URL starting with smtp:// or smtps://'],
      ['TEMPLE_NAME', ' ', 'must not be blank'],
      ['TEMPLE_LANGUAGE', 'pl', 'must be uk, ru or en'],
      ['NODE_ENV', 'prod', 'must be production, or not be set'],
    ] as const)
      expect(errorsOf({ [name]: value })).toEqual([expect.stringMatching(`^${name} .*${words}`)])
  })

  test('quotes the name of a sender, so that a colon or comma in it is a part of it', () => {
    const { mail } = readConfig({
      MAIL_FROM: 'Свічка: храм Миколая, Київ <candle@example.org>',
      TEMPLE_EMAIL: 'a@example.org, Отець "Іван" <b@example.org>; "x, y" <c@example.org>',
    })
    expect(mail.from).toBe('"Свічка: храм Миколая, Київ" <candle@example.org>')
    expect(mail.templeEmail).toBe(
      'a@example.org, "Отець \\"Іван\\"" <b@example.org>, "x, y" <c@example.org>',
    )
    expect(parseAddresses(mail.templeEmail)).toHaveLength(3)
  })

  test('a sender without a name has that of the church, in the temple’s language', () => {
    const church = { TEMPLE_NAME: 'St Nicholas', TEMPLE_NAME_UK: 'Храм "Миколи"' }
    const senderOf = (variables: Record<string, string>) => readConfig(variables).mail.from
    expect(senderOf({ ...church, MAIL_FROM: 'candle@example.org' })).toBe(
      '"Храм \\"Миколи\\"" <candle@example.org>',
    )
    expect(senderOf({ ...church, TEMPLE_LANGUAGE: 'ru' })).toBe('"St Nicholas" <svichka@localhost>')
    expect(senderOf({ ...church, MAIL_FROM: 'Свічка <candle@example.org>' })).toMatch(/^"Свічка" </)
    expect(senderOf({})).toBe('svichka@localhost')
  })

  test('rejects the sandbox in production', () => {
    const sandbox = { NODE_ENV: 'production', CARD_PROVIDER: 'sandbox' }
    expect(errorsOf(sandbox)[0]).toContain('set CARD_PROVIDER=stripe or none')
  })

  test('rejects the sandbox together with a live key', () => {
    expect(errorsOf({ ...live, CARD_PROVIDER: 'sandbox' })[0]).toContain('live')
  })

  test('rejects half of Stripe, and keys of two modes', () => {
    expect(errorsOf({ STRIPE_SECRET_KEY: 'sk_test_1' })).toHaveLength(2)
    expect(errorsOf({ ...live, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' })[0]).toContain(
      'different modes',
    )
  })

  test('counts an empty variable as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' }).port).toBe(3000)
  })

  test('.env.example runs as it is, and names exactly the variables there are', () => {
    const example = readFileSync('.env.example', 'utf8')
    expect(errorsOf(parseEnv(example) as Record<string, string>)).toEqual([])
    const named = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(match => match[1])
    expect(named.sort()).toEqual(Object.keys(EnvironmentSchema.entries).sort())
  })
})
