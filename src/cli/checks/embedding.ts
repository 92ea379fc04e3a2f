import { explainFetch, type Findings, fetchTimeoutMs, ok, type Subject, warning } from './check'
import { adviceFor } from './clock'

/**
 * Opens the home pages of the sites that may embed the form, with and without `www.`. If a visitor ends
 * up at a site that FRAME_ANCESTORS does not name, the browser leaves the form blank. No setting says
 * which page has the form.
 */
export async function* checkEmbedding({ config }: Subject): Findings {
  const { frameAncestors } = config
  const sites = frameAncestors.filter(source => /^https?:\/\/[^*]+$/.test(source))
  for (const site of sites) {
    let isBlank = false
    const places = await Promise.all(
      spellings(new URL(site)).map(async spelling => ({
        spelling,
        reached: await follow(spelling),
      })),
    )
    const [own] = places
    if (typeof own?.reached === 'string') {
      yield warning(
        `${site}, which FRAME_ANCESTORS names, cannot be opened (${own.reached}).`,
        adviceFor(
          own.reached,
          'Correct FRAME_ANCESTORS, or else the form is blank on the parish’s site.',
        ),
      )
      continue
    }
    for (const { spelling, reached } of places) {
      if (typeof reached === 'string' || frameAncestors.some(source => covers(source, reached)))
        continue
      isBlank = true
      const way = reached.origin === spelling.origin ? 'opens, too' : `leads to ${reached.origin}`
      yield warning(
        `${spelling.origin} ${way}, and FRAME_ANCESTORS does not name it: the form is blank there.`,
        `Add ${reached.origin} to FRAME_ANCESTORS if the form is on that site.`,
      )
    }
    if (!isBlank) yield ok(`Visitors of ${site} may see the form there.`)
  }
}

function spellings(site: URL): URL[] {
  const other = new URL(site)
  other.hostname = site.hostname.startsWith('www.')
    ? site.hostname.slice('www.'.length)
    : `www.${site.hostname}`
  // An IP address has no other spelling.
  return /[a-z]$/i.test(site.hostname) && site.hostname.includes('.') ? [site, other] : [site]
}

/** Returns where the redirects end, or why nobody can visit the site. */
async function follow(site: URL): Promise<URL | string> {
  try {
    const answer = await fetch(site.origin, { signal: AbortSignal.timeout(fetchTimeoutMs) })
    await answer.body?.cancel()
    return new URL(answer.url)
  } catch (failure) {
    return explainFetch(failure)
  }
}

/** Matches a source of scheme and host as a content security policy does, where `http:` covers `https:`. */
function covers(source: string, { protocol, host }: URL): boolean {
  const [, scheme = '', anyHost, name = ''] = /^(https?:)?(?:\/\/)?(\*)?([^/]*)/.exec(source) ?? []
  if (scheme !== '' && scheme !== protocol && scheme !== 'http:') return false
  return anyHost ? host.endsWith(name) : host === name
}
