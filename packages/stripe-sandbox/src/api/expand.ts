import type { Kind, Store } from '../store'
import { invalidRequest } from './errors'
import type { FormValue } from './form-body'

const expandable = new Set(['latest_charge', 'payment_method', 'charge', 'payment_intent'])
const kinds: Readonly<Record<string, Kind>> = {
  pi: 'payment_intent',
  ch: 'charge',
  pm: 'payment_method',
}

/** Puts whole objects in the place of their ids, as `expand` asks: `latest_charge`, `data.charge`. */
export function expandAnswer(body: unknown, expand: FormValue | undefined, store: Store): unknown {
  if (!Array.isArray(expand)) return body
  return expand.map(String).reduce((answer, path) => {
    const expanded = expandPath(answer, path.split('.'), store)
    if (!expanded)
      throw invalidRequest(`This property cannot be expanded (${path}).`, undefined, 'expand')
    return expanded.value
  }, body)
}

/** Undefined when the path names nothing that can be expanded. */
function expandPath(
  value: unknown,
  [step, ...rest]: string[],
  store: Store,
): { value: unknown } | undefined {
  if (step === undefined || !isRecord(value)) return { value }
  const found = value[step]
  if (Array.isArray(found)) {
    const items = found.map(item => expandPath(item, rest, store))
    return items.includes(undefined)
      ? undefined
      : { value: { ...value, [step]: items.map(item => item?.value) } }
  }
  if (!expandable.has(step) || found === undefined) return undefined
  const kind = typeof found === 'string' ? kinds[found.slice(0, 2)] : undefined
  const whole = kind ? store.get(kind, String(found)) : found
  const deeper = expandPath(whole ?? null, rest, store)
  return deeper && { value: { ...value, [step]: deeper.value } }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
