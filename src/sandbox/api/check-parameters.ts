import * as v from 'valibot'
import type { FormGroup } from '../http/form-body'
import { type Answer, invalidRequest, notPlayed } from './answer'

/** Parameters the real API knows and this sandbox does not play: refused aloud, never ignored. */
const unplayed = new Set([
  'amount_to_confirm',
  'application_fee_amount',
  'confirmation_token',
  'customer',
  'customer_account',
  'excluded_payment_method_types',
  'hooks',
  'mandate',
  'mandate_data',
  'on_behalf_of',
  'payment_details',
  'payment_method_configuration',
  'radar_options',
  'transfer_data',
  'transfer_group',
])

/** The parameters, typed; or the refusal the real API gives for the first thing wrong with them. */
export function checkParameters<S extends v.GenericSchema>(
  schema: S,
  params: FormGroup,
): { params: v.InferOutput<S> } | { refusal: Answer } {
  const result = v.safeParse(schema, params, { abortEarly: false })
  if (result.success) return { params: result.output }
  const [issue] = [...result.issues].sort((a, b) => rank(a) - rank(b))
  return { refusal: refusalFor(issue ?? result.issues[0]) }
}

/** Unknown parameters are named first, then missing ones, then wrong ones. */
function rank(issue: v.BaseIssue<unknown>): number {
  return isUnknown(issue) ? 0 : isMissing(issue) ? 1 : 2
}

function isUnknown(issue: v.BaseIssue<unknown>): boolean {
  return issue.kind === 'schema' && issue.expected === 'never'
}

function isMissing(issue: v.BaseIssue<unknown>): boolean {
  return issue.kind === 'schema' && issue.received === 'undefined'
}

function refusalFor(issue: v.BaseIssue<unknown>): Answer {
  const path = (issue.path ?? []).map(step => String(step.key))
  const param = nameOf(path)
  if (isUnknown(issue)) {
    if (path.length === 1 && unplayed.has(param)) return notPlayed(`the parameter ${param}`, param)
    return invalidRequest(`Received unknown parameter: ${param}`, 'parameter_unknown', param)
  }
  if (isMissing(issue))
    return invalidRequest(`Missing required param: ${param}.`, 'parameter_missing', param)
  if (issue.message === 'integer')
    return invalidRequest(
      `Invalid integer: ${String(issue.input)}`,
      'parameter_invalid_integer',
      param,
    )
  if (issue.message === 'url') return invalidRequest('Not a valid URL', 'url_invalid', param)
  if (issue.message === 'boolean')
    return invalidRequest(`Invalid boolean: ${String(issue.input)}`, undefined, param)
  if (issue.input === '')
    return invalidRequest(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`,
      'parameter_invalid_empty',
      param,
    )
  return invalidRequest(`Invalid ${param}.`, undefined, param)
}

/** `['metadata', 'a']` → `metadata[a]`. */
function nameOf([first = '', ...rest]: string[]): string {
  return first + rest.map(part => `[${part}]`).join('')
}
