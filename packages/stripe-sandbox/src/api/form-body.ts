/** A form, unpacked: texts, lists of them, and groups. */
export type FormValue = string | FormValue[] | FormGroup
export interface FormGroup {
  [name: string]: FormValue
}

const deepest = 8

/** As it is put together, before lists are told from groups. */
interface RawGroup {
  [name: string]: string | RawGroup
}

/**
 * Unpacks the API's form encoding: `a[b]=1`, `list[0]=x`, `list[]=x`. Undefined for what cannot be
 * unpacked (`a=1&a[b]=2`, or deeper than eight levels).
 */
export function unpackForm(text: string): FormGroup | undefined {
  const root: RawGroup = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const [, first, rest] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? []
    if (first === undefined || rest === undefined) return undefined
    const path = [first, ...[...rest.matchAll(/\[([^\]]*)\]/g)].map(match => match[1] ?? '')]
    if (path.length > deepest || !put(root, path, value)) return undefined
  }
  return withLists(root)
}

function put(root: RawGroup, path: string[], value: string): boolean {
  let group = root
  for (const [place, given] of path.entries()) {
    const name = given === '' ? String(Object.keys(group).length) : given
    const known = group[name]
    if (place === path.length - 1) {
      if (typeof known === 'object') return false
      group[name] = value
      return true
    }
    if (typeof known === 'string') return false
    const next: RawGroup = known ?? Object.create(null)
    group[name] = next
    group = next
  }
  return true
}

/** Groups whose names count 0, 1, 2 … are lists. */
function withLists(group: RawGroup): FormGroup {
  const unpacked: FormGroup = Object.create(null)
  for (const [name, value] of Object.entries(group)) {
    if (typeof value === 'string') {
      unpacked[name] = value
      continue
    }
    const names = Object.keys(value)
    const isList = names.length > 0 && names.every((one, place) => one === String(place))
    const inner = withLists(value)
    unpacked[name] = isList ? Object.values(inner) : inner
  }
  return unpacked
}
