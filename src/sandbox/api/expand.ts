import type { ObjectRows } from '../store/object-rows'
import { type Answer, invalidRequest } from './answer'

const expandable = new Set(['latest_charge', 'payment_method', 'charge', 'payment_intent'])

/** Puts whole objects in the place of their ids, as `expand` asks: `latest_charge`, `data.charge`. */
export function expandAnswer(
  answer: Answer,
  expand: readonly string[] | undefined,
  objects: ObjectRows,
): Answer {
  if (!expand || answer.status !== 200) return answer
  let { body } = answer
  for (const path of expand) {
    const expanded = expandPath(body, path.split('.'), objects)
    if (expanded === undefined)
      return invalidRequest(`This property cannot be expanded (${path}).`, undefined, 'expand')
    body = expanded.value
  }
  return { status: 200, body }
}

/** Undefined when the path names nothing that can be expanded. */
function expandPath(
  value: unknown,
  [step, ...rest]: string[],
  objects: ObjectRows,
): { value: unknown } | undefined {
  if (step === undefined || !isRecord(value)) return { value }
  const found = value[step]
  if (Array.isArray(found)) {
    const items = found.map(item => expandPath(item, rest, objects))
    return items.includes(undefined)
      ? undefined
      : { value: { ...value, [step]: items.map(item => item?.value) } }
  }
  if (!expandable.has(step) || found === undefined) return undefined
  const whole = typeof found === 'string' ? objects.find(found) : found
  const deeper = expandPath(whole ?? null, rest, objects)
  return deeper && { value: { ...value, [step]: deeper.value } }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
