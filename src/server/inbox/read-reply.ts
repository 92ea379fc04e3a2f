import { Readable } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import type { ImapFlow, MessageStructureObject } from 'imapflow'
import type { UnclearReason } from '../emails/locales/en'
import { maxPhotoBytes, preparePhoto } from '../photos/prepare-photo'
import { readMeaning, splitHtml, stripMarkup } from './reply-meaning'
import type { ReplyContent } from './take-reply'

const maxPhotos = 5
const maxTexts = 3
const textBytes = 64 * 1024
/** Each takes a round trip to the mail server, and the decoder does not wait for ever. */
const chunkBytes = 512 * 1024
/** Smaller pictures are logos in signatures. */
const minPartBytes = 8 * 1024
const minInlineSide = 480

export async function readReply(client: ImapFlow, uid: number): Promise<ReplyContent> {
  const found = await client.fetchOne(
    `${uid}`,
    { envelope: true, bodyStructure: true },
    { uid: true },
  )
  const structure = found ? found.bodyStructure : undefined
  const subject = found ? (found.envelope?.subject ?? '') : ''
  const parts = structure ? flatten(structure, false) : []
  const plain = await readTexts(client, uid, parts, 'text/plain')
  const pictures = parts.filter(isPicture)
  const needsHtml = plain.trim() === '' || pictures.some(each => each.inRelated)
  const html = splitHtml(needsHtml ? await readTexts(client, uid, parts, 'text/html') : '')
  const meaning = readMeaning(plain.trim() === '' ? stripMarkup(html.own) : plain)
  // A signature's logo may be as large as a photo.
  const isOwn = ({ id = '' }: Part) => id === '' || !html.rest.includes(`cid:${id.slice(1, -1)}`)
  const photos = meaning.kind === 'undo' ? [] : pictures.filter(isOwn)
  return { subject, meaning, ...(await readPhotos(client, uid, photos)) }
}

interface Part extends MessageStructureObject {
  part: string
  /** Part of the HTML, as logos of signatures are. */
  inRelated: boolean
}

/** Without forwarded mails. */
function flatten(node: MessageStructureObject, inRelated: boolean): Part[] {
  if (node.type === 'message/rfc822') return []
  if (!node.childNodes) return [{ ...node, part: node.part ?? '1', inRelated }]
  const related = inRelated || node.type === 'multipart/related'
  return node.childNodes.flatMap(child => flatten(child, related))
}

/** A phone may send words before and after the photo as parts of their own. */
async function readTexts(
  client: ImapFlow,
  uid: number,
  parts: Part[],
  type: 'text/plain' | 'text/html',
): Promise<string> {
  const texts: string[] = []
  const shown = parts.filter(each => each.type === type && each.disposition !== 'attachment')
  for (const { part } of shown.slice(0, maxTexts)) {
    const { content } = await client.download(`${uid}`, part, { uid: true, maxBytes: textBytes })
    if (content) texts.push(await readText(content))
  }
  return texts.join('\n')
}

/** Some phones send photos without an image type; logos in signatures are PNG or GIF. */
function isPicture({ type, size = 0, inRelated, ...part }: Part): boolean {
  const name = part.dispositionParameters?.filename ?? part.parameters?.name ?? ''
  if (size < minPartBytes || (inRelated && /png|gif/.test(type))) return false
  return /^image\/(?!svg|gif)/.test(type) || /\.(jpe?g|png|webp|hei[cf])$/i.test(name)
}

type Photos = Pick<ReplyContent, 'photos' | 'unusable' | 'reason'>

/** One after another, to save memory. */
async function readPhotos(client: ImapFlow, uid: number, pictures: Part[]): Promise<Photos> {
  const photos: Buffer[] = []
  let unusable = Math.max(0, pictures.length - maxPhotos)
  let reason: UnclearReason | null = null
  for (const picture of pictures.slice(0, maxPhotos)) {
    const photo = await readPhoto(client, uid, picture)
    if (photo.kind === 'ready') photos.push(photo.jpeg)
    else if (photo.kind !== 'too-small') {
      unusable += 1
      reason = photo.kind
    }
  }
  return { photos, unusable, reason }
}

async function readPhoto(client: ImapFlow, uid: number, { part, size = 0, inRelated }: Part) {
  // Encoded for the mail: Base64 with its line ends takes 4 bytes for 3 (RFC 2045, 6.8).
  if (size > maxPhotoBytes * 1.4) return { kind: 'photo-too-large' as const }
  const options = { uid: true, chunkSize: chunkBytes, maxBytes: maxPhotoBytes + 1 }
  const { content } = await client.download(`${uid}`, part, options)
  return preparePhoto(content ?? Readable.from([]), inRelated ? minInlineSide : undefined)
}
