interface Mailbox {
  name: string
  address: string
}

const bare = /^([^\s,;:<>"()@]+@[^\s,;:<>"()@]+)\s*(?:[,;]|$)/
const named = /^([^<>]*)<([^\s,;:<>"()@]+@[^\s,;:<>"()@]+)>\s*(?:[,;]|$)/

/**
 * Reads `Свічка: храм, Київ <candle@example.org>, deacon@example.org`. The text before an address in angle
 * brackets is its name. Returns null if the value has anything else.
 */
function readMailboxes(value: string): Mailbox[] | null {
  const mailboxes: Mailbox[] = []
  let rest = value.trim()
  while (rest !== '') {
    const [all, name = '', address = ''] =
      bare.exec(rest)?.toSpliced(1, 0, '') ?? named.exec(rest) ?? []
    if (all === undefined) return null
    mailboxes.push({ name: name.trim().replace(/^"(.*)"$/, '$1'), address })
    rest = rest.slice(all.length).trimStart()
  }
  return mailboxes
}

/**
 * Formats the addresses of a setting for a header. Names are put in quotes, because a colon would begin a
 * group and a comma another address (RFC 5322, 3.4). Returns null if there are more than `max`, or one
 * cannot be read.
 */
export function formatMailboxes(value: string, max: number): string | null {
  const mailboxes = readMailboxes(value)
  if (!mailboxes || mailboxes.length === 0 || mailboxes.length > max) return null
  return mailboxes.map(formatMailbox).join(', ')
}

function formatMailbox({ name, address }: Mailbox): string {
  return name === '' ? address : `"${name.replace(/["\\]/g, '\\$&')}" <${address}>`
}

/** A sender as `formatMailboxes` gives it, with this name unless it has one. */
export function nameSender(header: string, name: string): string {
  return header.includes('<') ? header : formatMailbox({ name, address: header })
}
