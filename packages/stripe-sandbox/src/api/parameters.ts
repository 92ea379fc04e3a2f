import * as v from 'valibot'
import { each } from '../words'
import { invalidRequest, missing } from './errors'

/**
 * The parameters of each call follow. Every value arrives as text. A parameter that the sandbox does not
 * implement is rejected as unknown.
 */
const Text = textOf(5000)
const Url = v.pipe(Text, v.url('url'))
/** An empty string clears the field. */
const unset = v.transform((text: string) => (text === '' ? null : text))
const Unsettable = v.pipe(Text, unset)
const Email = v.pipe(
  Text,
  v.regex(/^$|^[\w.!#$%&'*+/=?^`{|}~-]+@(?:[a-z\d-]+\.)+[a-z]{2,}$/i, 'email'),
  unset,
)
const WholeNumber = v.pipe(v.string(), v.regex(/^-?\d{1,15}$/, 'integer'), v.transform(Number))
const Flag = v.pipe(
  v.picklist(['true', 'false']),
  v.transform(text => text === 'true'),
)

function textOf(limit: number) {
  return v.pipe(v.string(), v.maxLength(limit, `too long ${limit}`))
}

function optional<E extends v.ObjectEntries>(entries: E) {
  const wrapped = Object.entries(entries).map(([name, schema]) => [name, v.exactOptional(schema)])
  return Object.fromEntries(wrapped) as {
    [K in keyof E]: v.ExactOptionalSchema<E[K], undefined>
  }
}

/** An empty value removes its key, and an empty text removes all keys. */
const Metadata = v.pipe(
  v.union([
    v.pipe(
      v.record(textOf(40), textOf(500)),
      v.check(metadata => Object.keys(metadata).length <= 50),
    ),
    v.literal(''),
  ]),
  v.transform(given => Object.fromEntries(Object.entries(given).filter(([, text]) => text !== ''))),
)

const Address = v.strictObject(optional(each(Text, 'city country line1 line2 postal_code state')))
const BillingDetails = v.strictObject(
  optional({ address: Address, email: Email, ...each(Unsettable, 'name phone tax_id') }),
)

/**
 * Only browsers send this. The SDK's type has no `card`, and a caller with a secret key must not send one.
 */
export const PaymentMethodData = v.strictObject({
  type: v.picklist(['card']),
  card: v.strictObject({
    number: v.pipe(
      Text,
      v.transform(text => text.replace(/[\s-]/g, '')),
    ),
    ...each(WholeNumber, 'exp_month exp_year'),
    ...optional({
      cvc: Text,
      /**
       * Only the sandbox has this: the wallet that the card comes from. Stripe receives a token instead.
       */
      wallet: v.picklist(['apple_pay', 'google_pay']),
    }),
  }),
  ...optional({
    billing_details: BillingDetails,
  }),
})

const expand = v.array(Text)

/** Every list call has these parameters. `created` is in seconds since 1970. */
const listEntries = {
  limit: v.optional(WholeNumber, '10'),
  ...optional({
    starting_after: Text,
    created: v.strictObject(optional({ gte: WholeNumber, lt: WholeNumber })),
    expand,
  }),
}
export type ListParams = v.InferOutput<v.StrictObjectSchema<typeof listEntries, undefined>>

export const List = v.strictObject(listEntries)
export const ListOfIntent = v.strictObject({
  ...listEntries,
  ...optional({ payment_intent: Text }),
})
export const ListEvents = v.strictObject({
  ...listEntries,
  ...optional({ types: v.pipe(v.array(Text), v.maxLength(20)) }),
})
export const ListDomains = v.strictObject({ ...listEntries, ...optional({ domain_name: Text }) })

export const Retrieve = v.strictObject(optional({ expand }))
export const RetrieveIntent = v.strictObject(optional({ client_secret: Text, expand }))

const intentEntries = optional({
  description: Unsettable,
  receipt_email: Email,
  expand,
  metadata: Metadata,
  /** The API has removed this parameter, and its error says so. */
  payment_method_types: v.never('payment_method_types_no_longer_supported'),
})

export const CreateIntent = v.strictObject({
  amount: WholeNumber,
  currency: Text,
  ...optional({
    allowed_payment_method_types: v.array(v.picklist(['card', 'link'])),
    confirm: Flag,
    payment_method: Text,
  }),
  ...intentEntries,
})

export const ConfirmIntent = v.strictObject(
  optional({
    client_secret: Text,
    expand,
    payment_method: Text,
    payment_method_data: PaymentMethodData,
    receipt_email: Email,
    return_url: Url,
    use_stripe_sdk: Flag,
  }),
)

/** The browser opens a form before the intent is named. */
export const OpenSession = v.strictObject({
  type: v.literal('deferred_intent'),
  deferred_intent: v.strictObject({
    mode: v.literal('payment'),
    amount: WholeNumber,
    currency: Text,
  }),
})

export const CancelIntent = v.strictObject(
  optional({
    cancellation_reason: v.picklist([
      'abandoned',
      'duplicate',
      'fraudulent',
      'requested_by_customer',
    ]),
    expand,
  }),
)

/** Stripe's API has no such call. The page of the simulated bank sends it. */
export const CompleteChallenge = v.strictObject({
  payment_intent: Text,
  client_secret: Text,
  outcome: v.picklist(['authorized', 'failed']),
})

export const CreateRefund = v.strictObject({
  payment_intent: Text,
  ...optional({
    amount: WholeNumber,
    expand,
    metadata: Metadata,
    reason: v.picklist(['duplicate', 'fraudulent', 'requested_by_customer']),
  }),
})

/** Returns the typed parameters, or throws Stripe's error for the first problem. */
export function parseParameters<S extends v.GenericSchema>(
  schema: S,
  params: object,
): v.InferOutput<S> {
  const result = v.safeParse(schema, params)
  if (result.success) return result.output
  // Report unknown and removed parameters before missing and invalid ones.
  const { issues } = result
  throw errorFor(issues.find(isNotAccepted) ?? issues.find(isMissing) ?? issues[0])
}

type Issue = v.BaseIssue<unknown>
const isNotAccepted = (issue: Issue) => issue.kind === 'schema' && issue.expected === 'never'
const isMissing = (issue: Issue) => issue.kind === 'schema' && issue.received === 'undefined'

/** The API's text and code for each message of the schemas above. */
const wordings: Readonly<Record<string, readonly [text: string, code: string]>> = {
  payment_method_types_no_longer_supported: [
    'The payment_method_types parameter is no longer supported. Use allowed_payment_method_types or automatic_payment_methods instead.',
    'payment_method_types_no_longer_supported',
  ],
  integer: ['Invalid integer', 'parameter_invalid_integer'],
  url: ['Not a valid URL', 'url_invalid'],
  email: ['Invalid email address', 'email_invalid'],
}

function errorFor(issue: Issue) {
  const [first = '', ...rest] = (issue.path ?? []).map(step => String(step.key))
  const param = first + rest.map(part => `[${part}]`).join('')
  const value = String(issue.input)
  const reject = (message: string, code: string) => invalidRequest(message, { code, param })
  const wording = wordings[issue.message]
  if (wording) return reject(`${wording[0]}: ${value}`, wording[1])
  const [, limit] = /^too long (\d+)$/.exec(issue.message) ?? []
  if (limit)
    return invalidRequest(
      `Invalid string: ${value.slice(0, 40)}…; must be at most ${limit} characters`,
      { param },
    )
  if (isNotAccepted(issue))
    return reject(`Received unknown parameter: ${param}`, 'parameter_unknown')
  if (isMissing(issue)) return missing(param)
  const options = issue.type === 'picklist' ? `: must be one of ${issue.expected}` : ''
  return invalidRequest(`Invalid ${param}${options}.`, { param })
}
