import { createReadStream } from 'node:fs'
import pLimit from 'p-limit'
import type { TempleResult } from '../../shared/temple-page'
import { preparePhoto } from '../photos/prepare-photo'
import type { SentPress } from './receive-press'

type Prepared =
  | { kind: 'ready'; jpegs: Buffer[] }
  | Extract<TempleResult, { kind: 'photos-rejected' }>

/** A decoder takes up to 800 MB. */
const inTurn = pLimit(1)

/** Decodes every picture, so that each one that cannot be used is named. */
export async function preparePhotos({ photos, problems }: SentPress): Promise<Prepared> {
  const jpegs: Buffer[] = []
  const rejected = [...problems]
  for (const { name, path } of photos) {
    const photo = await inTurn(() => preparePhoto(createReadStream(path)))
    if (photo.kind === 'ready') jpegs.push(photo.jpeg)
    else rejected.push({ name, reason: photo.reason })
  }
  return rejected.length > 0
    ? { kind: 'photos-rejected', photos: rejected }
    : { kind: 'ready', jpegs }
}
