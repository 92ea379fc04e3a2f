import { parseEnv } from 'node:util'

/**
 * Finds values that Node reads differently from how they look (nodejs.org/api/util.html, parseEnv): an
 * unquoted value ends before #, and a quote that is not closed belongs to the value.
 */
export function findSpoiltValues(content: string): string[] {
  const read = parseEnv(content)
  return content.split('\n').flatMap(line => {
    const [, name = '', afterName = ''] = /^\s*(?:export\s+)?(\w+)\s*=(.*)/.exec(line) ?? []
    const written = afterName.trim()
    const [quote = ''] = /^["'`]/.exec(written) ?? []
    const value = read[name] ?? ''
    if (quote !== '' && (value.startsWith(quote) || value.includes('\n')))
      return `${name} begins with ${quote} and does not end with it.`
    if (quote === '' && written.includes('#'))
      return `${name} ends before #: write the value in double quotes, or the remark on a line of its own.`
    return []
  })
}
