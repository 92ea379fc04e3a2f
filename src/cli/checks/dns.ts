import dns from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** DNS does not answer, which proves nothing. */
type Unknown = 'unknown'

const timeoutMs = 4_000
const absent = ['ENOTFOUND', 'ENODATA']

async function ask<T>(question: Promise<T[]>): Promise<T[] | Unknown> {
  const late = pause(timeoutMs, 'unknown' as const, { ref: false })
  const answer = question.catch((failure: NodeJS.ErrnoException) =>
    absent.includes(failure.code ?? '') ? [] : ('unknown' as const),
  )
  return Promise.race([answer, late])
}

/** Finds the addresses of a host, which may be an address itself. */
export async function findAddresses(host: string): Promise<string[] | Unknown> {
  if (isIP(host)) return [host]
  const [four, six] = await Promise.all([ask(dns.resolve4(host)), ask(dns.resolve6(host))])
  return four === 'unknown' || six === 'unknown' ? 'unknown' : [...four, ...six]
}

/**
 * Finds who takes a domain's mail, the preferred first. Without MX it is the domain itself (RFC 5321,
 * 5.1).
 */
export async function findMailServers(domain: string): Promise<string[] | Unknown> {
  const servers = await ask(dns.resolveMx(domain))
  if (servers === 'unknown') return servers
  // With a single empty name the domain takes no mail (RFC 7505).
  if (servers.length > 0)
    return servers
      .sort((a, b) => a.priority - b.priority)
      .map(({ exchange }) => exchange)
      .filter(exchange => exchange !== '' && exchange !== '.')
  const addresses = await findAddresses(domain)
  return addresses === 'unknown' || addresses.length === 0 ? addresses : [domain]
}

/** Finds the TXT record that begins like this. */
export async function findText(domain: string, beginning: string): Promise<string | null> {
  const records = await ask(dns.resolveTxt(domain))
  if (records === 'unknown') return records
  return records.map(parts => parts.join('')).find(text => text.startsWith(beginning)) ?? null
}

/** RFC 7208 allows so many look-ups. */
const maxLookUps = 10

/** Returns whether the domain's SPF record names one of the addresses, or null if we cannot decide. */
export async function isNamedBySpf(domain: string, addresses: string[]): Promise<boolean | null> {
  let lookUps = 0
  const listed = new BlockList()
  const add = (address: string, prefix?: string) => {
    const type = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    listed.addSubnet(address, Number(prefix ?? (type === 'ipv6' ? 128 : 32)), type)
  }
  /** Returns false if the record is missing or has terms that we do not read. */
  async function collect(of: string): Promise<boolean> {
    const record = await findText(of, 'v=spf1')
    if (record === null || record === 'unknown') return false
    for (const term of record.split(/\s+/).slice(1)) {
      const [, name = '', value = '', prefix] =
        /^[+?~-]?([a-z0-9]+)(?:[:=]([^/]*))?(?:\/(\d+))?$/i.exec(term) ?? []
      if (name === 'ip4' || name === 'ip6') add(value, prefix)
      else if (['include', 'redirect', 'a', 'mx'].includes(name)) {
        lookUps += 1
        if (lookUps > maxLookUps || value.includes('%')) return false
        if (name === 'include' || name === 'redirect') {
          if (!(await collect(value))) return false
          continue
        }
        const hosts = name === 'a' ? [value || of] : await findMailServers(value || of)
        if (hosts === 'unknown') return false
        for (const host of hosts) {
          const found = await findAddresses(host)
          if (found === 'unknown') return false
          for (const address of found) add(address, prefix)
        }
      } else if (name !== 'all') return false
      else if (!/^[~-]/.test(term)) return false
    }
    return true
  }
  const isWhole = await collect(domain)
  const isNamed = addresses.some(each => listed.check(each, isIP(each) === 6 ? 'ipv6' : 'ipv4'))
  return isNamed || (isWhole ? false : null)
}
