import type { SendMailOptions } from 'nodemailer'
import type { StoredLetter } from './letter'

/** A stored letter as a mail. The same letter gives the same mail at every try. */
export function composeMail(
  letter: StoredLetter,
  from: string,
  photo: Buffer | null,
): SendMailOptions {
  return {
    from,
    to: writeRecipient(letter),
    ...(letter.replyTo === null ? {} : { replyTo: letter.replyTo }),
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    // Cyrillic in quoted-printable is three times its size; base64 is shorter and quicker to write.
    textEncoding: 'base64',
    messageId: letter.messageId,
    date: new Date(letter.createdAt),
    ...(letter.urgent ? { priority: 'high' as const } : {}),
    headers: {
      // RFC 3834: keeps holiday notices from answering, and us from answering ourselves.
      'Auto-Submitted': letter.kind === 'temple-answer-refused' ? 'auto-replied' : 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
    attachments: photo
      ? [
          {
            filename: 'candle.jpg',
            content: photo,
            contentType: 'image/jpeg',
            contentDisposition: 'inline' as const,
            cid: 'photo',
          },
        ]
      : [],
  }
}

/** What a visitor typed is one address, whatever it looks like; the temple's may be a list. */
function writeRecipient({ kind, recipient }: StoredLetter): SendMailOptions['to'] {
  return kind.startsWith('donor-') ? { name: '', address: recipient } : recipient
}
