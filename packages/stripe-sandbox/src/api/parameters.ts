import * as v from 'valibot'
import { invalidRequest } from './errors'
import type { FormGroup } from './form-body'

/** The building blocks of the parameter tables. Everything arrives as text. */
export const Text = v.pipe(v.string(), v.maxLength(5000))
const Url = v.pipe(Text, v.url('url'))
/** Empty means: unset. */
const Unsettable = v.pipe(
  Text,
  v.transform(text => (text === '' ? null : text)),
)
const WholeNumber = v.pipe(v.string(), v.regex(/^-?\d{1,15}$/, 'integer'), v.transform(Number))
export const Flag = v.pipe(
  v.picklist(['true', 'false'], 'boolean'),
  v.transform(text => text === 'true'),
)
const Expand = v.array(Text)
const MetadataChange = v.union([
  v.pipe(
    v.record(v.pipe(v.string(), v.maxLength(40)), v.pipe(v.string(), v.maxLength(500))),
    v.check(metadata => Object.keys(metadata).length <= 50),
  ),
  v.literal(''),
])
const Address = v.strictObject({
  city: v.exactOptional(Text),
  country: v.exactOptional(Text),
  line1: v.exactOptional(Text),
  line2: v.exactOptional(Text),
  postal_code: v.exactOptional(Text),
  state: v.exactOptional(Text),
})
const PaymentMethodData = v.strictObject({
  type: v.literal('card'),
  card: v.strictObject({
    number: v.pipe(
      Text,
      v.transform(text => text.replace(/[\s-]/g, '')),
    ),
    exp_month: WholeNumber,
    exp_year: WholeNumber,
    cvc: v.exactOptional(Text),
  }),
  billing_details: v.exactOptional(
    v.strictObject({
      address: v.exactOptional(Address),
      email: v.exactOptional(Unsettable),
      name: v.exactOptional(Unsettable),
      phone: v.exactOptional(Unsettable),
      tax_id: v.exactOptional(Unsettable),
    }),
  ),
  metadata: v.exactOptional(MetadataChange),
})

export const Retrieve = v.strictObject({
  client_secret: v.exactOptional(Text),
  expand: v.exactOptional(Expand),
})

/** What every list takes. `created` is a moment in seconds or a range around it. */
export const listEntries = {
  limit: v.optional(WholeNumber, '10'),
  starting_after: v.exactOptional(Text),
  ending_before: v.exactOptional(Text),
  created: v.exactOptional(
    v.union([
      WholeNumber,
      v.strictObject({
        gt: v.exactOptional(WholeNumber),
        gte: v.exactOptional(WholeNumber),
        lt: v.exactOptional(WholeNumber),
        lte: v.exactOptional(WholeNumber),
      }),
    ]),
  ),
  expand: v.exactOptional(Expand),
}

/** What an intent is created with, and what may be changed later. */
const intentEntries = {
  description: v.exactOptional(Unsettable),
  expand: v.exactOptional(Expand),
  metadata: v.exactOptional(MetadataChange),
  receipt_email: v.exactOptional(Unsettable),
}

const confirmEntries = {
  error_on_requires_action: v.exactOptional(Flag),
  off_session: v.exactOptional(Flag),
  return_url: v.exactOptional(Url),
  use_stripe_sdk: v.exactOptional(Flag),
}

export const CreateIntent = v.strictObject({
  amount: WholeNumber,
  currency: Text,
  allowed_payment_method_types: v.exactOptional(v.array(v.literal('card'))),
  automatic_payment_methods: v.exactOptional(
    v.strictObject({
      enabled: Flag,
      allow_redirects: v.exactOptional(v.picklist(['always', 'never'])),
    }),
  ),
  capture_method: v.exactOptional(v.picklist(['automatic', 'automatic_async'])),
  confirm: v.exactOptional(Flag),
  payment_method: v.exactOptional(Text),
  ...intentEntries,
  ...confirmEntries,
})

export const UpdateIntent = v.strictObject({
  amount: v.exactOptional(WholeNumber),
  currency: v.exactOptional(Text),
  ...intentEntries,
})

export const ConfirmIntent = v.strictObject({
  client_secret: v.exactOptional(Text),
  expand: v.exactOptional(Expand),
  payment_method: v.exactOptional(Text),
  payment_method_data: v.exactOptional(PaymentMethodData),
  receipt_email: v.exactOptional(Unsettable),
  ...confirmEntries,
})

export const CancelIntent = v.strictObject({
  cancellation_reason: v.exactOptional(
    v.picklist(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']),
  ),
  expand: v.exactOptional(Expand),
})

/** Pressed at the bank's page. */
export const CompleteChallenge = v.strictObject({
  payment_intent: Text,
  client_secret: Text,
  outcome: v.picklist(['authorized', 'failed']),
})

export const CreateRefund = v.strictObject({
  amount: v.exactOptional(WholeNumber),
  charge: v.exactOptional(Text),
  expand: v.exactOptional(Expand),
  metadata: v.exactOptional(MetadataChange),
  payment_intent: v.exactOptional(Text),
  reason: v.exactOptional(v.picklist(['duplicate', 'fraudulent', 'requested_by_customer'])),
})

/** An empty value removes its key; an empty text removes all of them. */
export function changeMetadata(
  known: Record<string, string>,
  change: Record<string, string> | '' | undefined,
): Record<string, string> {
  if (change === '') return {}
  return Object.fromEntries(
    Object.entries({ ...known, ...change }).filter(([, value]) => value !== ''),
  )
}

/** Some parameters of the real API that the sandbox does not implement: refused, never ignored. */
const notImplemented = new Set([
  'application_fee_amount',
  'confirmation_token',
  'customer',
  'mandate_data',
  'on_behalf_of',
  'shipping',
  'statement_descriptor_suffix',
  'transfer_data',
])

/** The parameters, typed. Throws the API's error for the first thing wrong with them. */
export function checkParameters<S extends v.GenericSchema>(
  schema: S,
  params: FormGroup,
): v.InferOutput<S> {
  const result = v.safeParse(schema, params)
  if (result.success) return result.output
  const [issue] = [...result.issues].sort((a, b) => rank(a) - rank(b))
  throw errorFor(issue ?? result.issues[0])
}

type Issue = v.BaseIssue<unknown>
const isUnknown = (issue: Issue) => issue.kind === 'schema' && issue.expected === 'never'
const isMissing = (issue: Issue) => issue.kind === 'schema' && issue.received === 'undefined'

/** Unknown parameters are named first, then missing ones, then wrong ones. */
function rank(issue: Issue): number {
  return isUnknown(issue) ? 0 : isMissing(issue) ? 1 : 2
}

function errorFor(issue: Issue) {
  const [first = '', ...rest] = (issue.path ?? []).map(step => String(step.key))
  const param = first + rest.map(part => `[${part}]`).join('')
  const value = String(issue.input)
  if (isUnknown(issue))
    return notImplemented.has(param)
      ? invalidRequest(
          `The sandbox does not implement the parameter ${param}.`,
          'sandbox_not_played',
          param,
        )
      : invalidRequest(`Received unknown parameter: ${param}`, 'parameter_unknown', param)
  if (isMissing(issue))
    return invalidRequest(`Missing required param: ${param}.`, 'parameter_missing', param)
  if (issue.message === 'integer')
    return invalidRequest(`Invalid integer: ${value}`, 'parameter_invalid_integer', param)
  if (issue.message === 'url') return invalidRequest('Not a valid URL', 'url_invalid', param)
  if (issue.message === 'boolean')
    return invalidRequest(`Invalid boolean: ${value}`, undefined, param)
  if (issue.input === '')
    return invalidRequest(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`,
      'parameter_invalid_empty',
      param,
    )
  return invalidRequest(`Invalid ${param}.`, undefined, param)
}
