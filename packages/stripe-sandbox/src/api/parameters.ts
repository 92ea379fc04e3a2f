import type Stripe from 'stripe'
import * as v from 'valibot'
import { each, type Table } from '../words'
import { invalidRequest, missing, notImplemented } from './errors'

/** The parameters of each call, by the names of the SDK's own types. Everything arrives as text. */
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

/** Parameters that Stripe accepts and the sandbox does not implement: an error names them. */
const unimplemented = <S extends string>(...names: S[]) =>
  each(v.exactOptional(v.never('not implemented')), ...names)

/** Other values, which the API may know, are rejected. */
const oneOf = <const T extends string>(...values: T[]) => v.picklist(values, 'not implemented')

const MetadataChange = v.union([
  v.pipe(
    v.record(textOf(40), textOf(500)),
    v.check(metadata => Object.keys(metadata).length <= 50),
  ),
  v.literal(''),
])

const Address = v.strictObject(optional(each(Text, 'city country line1 line2 postal_code state')))
const BillingDetails = v.strictObject(
  optional({ address: Address, email: Email, ...each(Unsettable, 'name phone tax_id') }),
)

/** From browsers only: the SDK's type has no `card`, and a secret key must not send one. */
export const PaymentMethodData = v.strictObject({
  type: oneOf('card'),
  card: v.strictObject({
    number: v.pipe(
      Text,
      v.transform(text => text.replace(/[\s-]/g, '')),
    ),
    ...each(WholeNumber, 'exp_month exp_year'),
    ...optional({
      cvc: Text,
      /** Sandbox only: the wallet that the card comes from. Stripe receives a token instead. */
      wallet: oneOf('apple_pay', 'google_pay'),
    }),
  }),
  ...optional({
    allow_redisplay: oneOf('always', 'limited', 'unspecified'),
    billing_details: BillingDetails,
    metadata: MetadataChange,
  }),
})

const expand = v.array(Text)
const Range = v.strictObject(optional(each(WholeNumber, 'gt gte lt lte')))

/** Parameters of every list call. `created` is a Unix time in seconds, or a range of them. */
const listEntries = {
  limit: v.optional(WholeNumber, '10'),
  ...optional({
    ...each(Text, 'starting_after ending_before'),
    created: v.union([WholeNumber, Range]),
    expand,
  }),
} satisfies Table<Stripe.PaginationParams & { created: unknown; expand: unknown }>

export type ListParams = v.InferOutput<v.StrictObjectSchema<typeof listEntries, undefined>>

export const ListIntents = v.strictObject({
  ...listEntries,
  ...unimplemented('customer customer_account'),
} satisfies Table<Stripe.PaymentIntentListParams>)

const ofIntent = {
  ...listEntries,
  ...optional({ payment_intent: Text }),
  ...unimplemented('charge'),
}
export const ListRefunds = v.strictObject(ofIntent satisfies Table<Stripe.RefundListParams>)
export const ListDisputes = v.strictObject(ofIntent satisfies Table<Stripe.DisputeListParams>)
export const ListCharges = v.strictObject({
  ...listEntries,
  ...optional({ payment_intent: Text }),
  ...unimplemented('customer transfer_group'),
} satisfies Table<Stripe.ChargeListParams>)

export const ListEvents = v.strictObject({
  ...listEntries,
  ...optional({ type: Text, types: v.pipe(v.array(Text), v.maxLength(20)) }),
  ...unimplemented('delivery_success'),
} satisfies Table<Stripe.EventListParams>)

export const ListDomains = v.strictObject({
  ...listEntries,
  ...optional({ domain_name: Text }),
  ...unimplemented('enabled'),
} satisfies Table<Stripe.PaymentMethodDomainListParams>)

export const Retrieve = v.strictObject(
  optional({ expand }) satisfies Table<Stripe.ChargeRetrieveParams>,
)
export const RetrieveIntent = v.strictObject(
  optional({ client_secret: Text, expand }) satisfies Table<Stripe.PaymentIntentRetrieveParams>,
)

/** What an intent is created with, and what may be changed later. */
const intentEntries = {
  ...optional({
    capture_method: oneOf('automatic', 'automatic_async'),
    ...each(Unsettable, 'description transfer_group'),
    ...each(v.pipe(textOf(22), unset), 'statement_descriptor statement_descriptor_suffix'),
    receipt_email: Email,
    expand,
    metadata: MetadataChange,
    /** Removed from the API, which says so. */
    payment_method_types: v.never('payment_method_types_no_longer_supported'),
  }),
  ...unimplemented(
    'amount_details application_fee_amount customer customer_account excluded_payment_method_types',
    'hooks payment_details payment_method_configuration payment_method_options',
    'setup_future_usage shipping transfer_data',
  ),
}

const confirmEntries = {
  ...optional({
    ...each(Flag, 'error_on_requires_action off_session use_stripe_sdk'),
    payment_method: Text,
    payment_method_data: PaymentMethodData,
    return_url: Url,
  }),
  ...unimplemented('confirmation_token mandate mandate_data radar_options'),
}

const AutomaticMethods = v.strictObject({
  enabled: Flag,
  ...optional({ allow_redirects: oneOf('always', 'never') }),
})

export const CreateIntent = v.strictObject({
  amount: WholeNumber,
  currency: Text,
  ...optional({
    allowed_payment_method_types: v.array(oneOf('card', 'link')),
    automatic_payment_methods: AutomaticMethods,
    confirm: Flag,
    confirmation_method: oneOf('automatic'),
  }),
  ...intentEntries,
  ...confirmEntries,
  ...unimplemented('on_behalf_of'),
} satisfies Table<Stripe.PaymentIntentCreateParams>)

/** Only what can be changed in any state. */
export const UpdateIntent = v.strictObject({
  ...intentEntries,
  ...unimplemented(
    'allowed_payment_method_types amount capture_method currency payment_method',
    'payment_method_data statement_descriptor statement_descriptor_suffix',
  ),
} satisfies Table<Stripe.PaymentIntentUpdateParams>)

export const ConfirmIntent = v.strictObject({
  ...optional({ client_secret: Text, expand, receipt_email: Email }),
  ...confirmEntries,
  ...unimplemented(
    'allowed_payment_method_types amount_details amount_to_confirm capture_method',
    'excluded_payment_method_types hooks payment_details payment_method_options',
    'setup_future_usage shipping',
  ),
} satisfies Table<Stripe.PaymentIntentConfirmParams> & { client_secret: unknown })

export const CancelIntent = v.strictObject(
  optional({
    cancellation_reason: oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'),
    expand,
  }) satisfies Table<Stripe.PaymentIntentCancelParams>,
)

/** Not part of Stripe's API: the simulated 3-D Secure page sends it. */
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
    metadata: MetadataChange,
    reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
  }),
  ...unimplemented(
    'charge currency customer instructions_email origin refund_application_fee reverse_transfer',
  ),
} satisfies Table<Stripe.RefundCreateParams>)

/** Merges metadata: an empty value deletes its key, an empty text deletes all keys. */
export function changeMetadata(
  known: Record<string, string>,
  change: Record<string, string> | '' | undefined,
): Record<string, string> {
  if (change === '') return {}
  return Object.fromEntries(
    Object.entries({ ...known, ...change }).filter(([, value]) => value !== ''),
  )
}

/** Returns the typed parameters, or throws Stripe's error for the first problem. */
export function parseParameters<S extends v.GenericSchema>(
  schema: S,
  params: object,
): v.InferOutput<S> {
  const result = v.safeParse(schema, params)
  if (result.success) return result.output
  // First what is not accepted (unknown, not implemented, removed), then what is missing or invalid.
  const { issues } = result
  throw errorFor(issues.find(isNotAccepted) ?? issues.find(isMissing) ?? issues[0])
}

type Issue = v.BaseIssue<unknown>
const isNotAccepted = (issue: Issue) => issue.kind === 'schema' && issue.expected === 'never'
const isMissing = (issue: Issue) => issue.kind === 'schema' && issue.received === 'undefined'

/** The API's text and code, by the message of the schemas above. */
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
  if (issue.message === 'not implemented')
    return notImplemented(param, isNotAccepted(issue) ? '' : value)
  if (wording) return reject(`${wording[0]}: ${value}`, wording[1])
  const [, limit] = /^too long (\d+)$/.exec(issue.message) ?? []
  if (limit)
    return invalidRequest(
      `Invalid string: ${value.slice(0, 40)}…; must be at most ${limit} characters`,
      {
        param,
      },
    )
  if (isNotAccepted(issue))
    return reject(`Received unknown parameter: ${param}`, 'parameter_unknown')
  return isMissing(issue) ? missing(param) : invalidRequest(`Invalid ${param}.`, { param })
}
