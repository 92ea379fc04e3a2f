import addressParser from 'nodemailer/lib/addressparser'

/** Reads `Svichka <A@b.org>, c@d.org` as `a@b.org` and `c@d.org`. */
export function parseAddresses(header: string): string[] {
  return addressParser(header, { flatten: true })
    .map(entry => entry.address.toLowerCase())
    .filter(address => address !== '')
}
