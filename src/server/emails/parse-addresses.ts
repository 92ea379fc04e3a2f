import addressParser from 'nodemailer/lib/addressparser'

/** `Svichka <A@b.org>, c@d.org` → `a@b.org`, `c@d.org`. */
export function parseAddresses(header: string): string[] {
  return addressParser(header, { flatten: true })
    .map(entry => entry.address.toLowerCase())
    .filter(address => address !== '')
}
