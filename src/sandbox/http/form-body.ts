/** A form, unpacked: texts, lists of them, and groups. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue }
export type FormGroup = { [name: string]: FormValue }

const deepest = 8

/** As it is put together, before lists are told from groups. */
interface RawGroup {
  [name: string]: string | RawGroup
}

/**
 * Unpacks the API's form encoding: `a[b]=1`, `list[0]=x`, `list[]=x`. Returns undefined for what
 * cannot be unpacked (`a=1&a[b]=2`, or deeper than eight levels).
 */
export function unpackForm(text: string): FormGroup | undefined {
  const root: RawGroup = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const path = pathOf(name)
    if (path === undefined || !put(root, path, value)) return undefined
  }
  return withLists(root)
}

function pathOf(name: string): string[] | undefined {
  const [, first, rest] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? []
  if (first === undefined || rest === undefined) return undefined
  const path = [
    first,
    ...rest
      .split('[')
      .slice(1)
      .map(part => part.slice(0, -1)),
  ]
  return path.length > deepest ? undefined : path
}

function put(root: RawGroup, path: string[], value: string): boolean {
  let group = root
  for (const [place, given] of path.entries()) {
    const name = given === '' ? String(Object.keys(group).length) : given
    const known = group[name]
    if (place === path.length - 1) {
      if (known !== undefined && typeof known !== 'string') return false
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
  for (const [name, value] of Object.entries(group)) unpacked[name] = unpackValue(value)
  return unpacked
}

function unpackValue(value: string | RawGroup): FormValue {
  if (typeof value === 'string') return value
  const names = Object.keys(value)
  const isList = names.length > 0 && names.every((name, place) => name === String(place))
  const unpacked = withLists(value)
  return isList ? Object.values(unpacked) : unpacked
}
