import * as v from 'valibot'

const badPort = 'SANDBOX_PORT must be a port number.'

const Variables = v.object({
  SANDBOX_PORT: v.pipe(
    v.optional(v.string(), '12111'),
    v.digits(badPort),
    v.transform(Number),
    v.maxValue(65_535, badPort),
  ),
  SANDBOX_HOST: v.optional(v.string(), '127.0.0.1'),
  SANDBOX_DATA_DIR: v.optional(v.string(), './data/sandbox'),
  SANDBOX_WEBHOOK_URLS: v.pipe(
    v.optional(v.string(), ''),
    v.transform(list => list.split(',').flatMap(url => url.trim() || [])),
    v.array(v.pipe(v.string(), v.url('SANDBOX_WEBHOOK_URLS must be URLs separated by commas.'))),
  ),
  SANDBOX_LOG: v.optional(v.string(), ''),
})

export type Settings = Exclude<ReturnType<typeof readSettings>, { error: string }>

/** The settings, or the reason why the sandbox does not start with them. */
export function readSettings(environment: Record<string, string | undefined>) {
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'])
    if (/^(sk|rk|pk)_live_/.test(environment[name] ?? ''))
      return {
        error: `The card sandbox does not start next to a live key: ${name} is one. Remove it, or set CARD_PROVIDER=stripe.`,
      }
  const result = v.safeParse(Variables, environment)
  if (!result.success) return { error: result.issues.map(issue => issue.message).join(' ') }
  const variables = result.output
  return {
    port: variables.SANDBOX_PORT,
    host: variables.SANDBOX_HOST,
    dataDir: variables.SANDBOX_DATA_DIR,
    webhookUrls: variables.SANDBOX_WEBHOOK_URLS,
    logs: !['', '0', 'off', 'false'].includes(variables.SANDBOX_LOG),
  }
}
