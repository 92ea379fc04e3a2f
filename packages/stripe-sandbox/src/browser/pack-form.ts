/** `{a: {b: 1}}` → `a[b]=1`, as the API wants its forms. Undefined and null are left out. */
export function packForm(fields: Record<string, unknown>): URLSearchParams {
  const form = new URLSearchParams()
  const put = (name: string, value: unknown): void => {
    if (value === undefined || value === null) return
    if (typeof value === 'object')
      for (const [part, inner] of Object.entries(value)) put(`${name}[${part}]`, inner)
    else form.append(name, String(value))
  }
  for (const [name, value] of Object.entries(fields)) put(name, value)
  return form
}
