import { ImapFlow } from 'imapflow'
import nodemailer, { type SendMailOptions } from 'nodemailer'
import sharp from 'sharp'

/** A phone's photo: rotated, with GPS data. */
export function takePhoto(width = 640): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 20 }
  return sharp({ create: { width, height: width * 0.75, channels: 3, background: '#a50', noise } })
    .withMetadata({
      orientation: 6,
      exif: {
        IFD0: { Make: 'Phone' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '50/1 27/1 0/1' },
      },
    })
    .jpeg()
    .toBuffer()
}

export async function writeMail(mail: SendMailOptions): Promise<Buffer> {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true })
  const { message } = await composer.sendMail(mail)
  if (!Buffer.isBuffer(message)) throw new Error('No mail was composed.')
  return message
}

export async function withMailbox<T>(
  imapUrl: string,
  use: (client: ImapFlow) => Promise<T>,
): Promise<T> {
  const url = new URL(imapUrl)
  const client = new ImapFlow({
    host: url.hostname,
    port: Number(url.port),
    secure: false,
    auth: { user: url.username, pass: url.password },
    logger: false,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.mailboxOpen('INBOX')
    return await use(client)
  } finally {
    await client.logout()
  }
}

/** Delivers a mail to the mailbox. */
export async function deliver(imapUrl: string, mail: SendMailOptions): Promise<void> {
  const source = await writeMail(mail)
  await withMailbox(imapUrl, client => client.append('INBOX', source))
}
