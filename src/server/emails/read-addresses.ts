import addressParser from 'nodemailer/lib/addressparser'

/** The bare addresses of a header value such as `Svichka <a@b.org>, c@d.org`, in lower case. */
export function readAddresses(header: string): string[] {
  return addressParser(header, { flatten: true })
    .map(entry => entry.address.toLowerCase())
    .filter(address => address !== '')
}
