import * as v from 'valibot'

const badPort = 'SANDBOX_PORT must be a port number'

const Variables = v.object({
  SANDBOX_PORT: v.pipe(
    v.optional(v.string(), '12111'),
    v.digits(badPort),
    v.transform(Number),
    v.maxValue(65_535, badPort),
  ),
  SANDBOX_DATA_DIR: v.optional(v.string(), './data/sandbox'),
  SANDBOX_WEBHOOK_URLS: v.pipe(
    v.optional(v.string(), ''),
    v.transform(list => list.split(',').flatMap(url => url.trim() || [])),
    v.array(v.pipe(v.string(), v.url('SANDBOX_WEBHOOK_URLS must be URLs separated by commas'))),
  ),
})

/** Reads the variables. Throws an error that says what is wrong with them and repeats no key. */
export function readSettings(environment: Record<string, string | undefined>) {
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'])
    if (/^(sk|rk|pk)_live_/.test(environment[name] ?? ''))
      throw new Error(`${name} is a live key: remove it, or set CARD_PROVIDER=stripe`)
  const variables = v.parse(Variables, environment)
  return {
    port: variables.SANDBOX_PORT,
    dataDir: variables.SANDBOX_DATA_DIR,
    webhookUrls: variables.SANDBOX_WEBHOOK_URLS,
  }
}
