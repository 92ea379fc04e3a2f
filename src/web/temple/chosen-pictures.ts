import { maxPictureBytes, maxPictures } from '../../shared/temple-page'
import type { TemplePageTexts } from './locales/uk'
import { shrinkPicture } from './shrink-picture'

interface Chosen {
  name: string
  file: Blob
  thumb: HTMLElement
}

/**
 * Keeps the chosen pictures in the order in which they are sent, and calls `onChange` after each change.
 * `photos` holds the fields and thumbnails, and is missing if nobody would get a picture.
 */
export function createPictures(
  photos: HTMLElement | null | undefined,
  texts: TemplePageTexts,
  onChange: () => void,
) {
  let chosen: Chosen[] = []
  /** Pictures are prepared one at a time, because a decoded one takes fifty megabytes. */
  let preparing: Promise<void> = Promise.resolve()
  const fields = [...(photos?.querySelectorAll<HTMLInputElement>('[type=file]') ?? [])]

  // On a phone one field opens the camera at once. With a mouse one field is enough.
  const labels = [...(photos?.querySelectorAll<HTMLElement>('.add') ?? [])]
  if (matchMedia('(pointer: coarse)').matches) {
    for (const label of labels) label.hidden = false
    labels[0]?.querySelector('span')?.replaceChildren(texts.album)
  }
  for (const field of fields) {
    field.addEventListener('change', () => take(field))
    // A picture may have been chosen before the script had loaded.
    take(field)
  }

  return {
    count: () => chosen.length,
    /** Waits until all pictures can be sent, and returns them. */
    async ready(): Promise<Pick<Chosen, 'name' | 'file'>[]> {
      await preparing
      return chosen
    },
    /** Drops pictures by their places. */
    drop(indexes: number[]): void {
      if (indexes.length === 0) return
      chosen = chosen.filter((_, index) => !indexes.includes(index))
      show()
    },
  }

  function tell(trouble: string): void {
    photos?.closest('.act')?.querySelector('.trouble')?.replaceChildren(trouble)
  }

  function take(field: HTMLInputElement): void {
    const files = [...(field.files ?? [])]
    if (files.length === 0) return
    // Otherwise the same file could not be chosen again after it was removed.
    field.value = ''
    tell('')
    for (const file of files) {
      if (chosen.length === maxPictures) tell(texts.pictureLimit(maxPictures))
      else add(file)
    }
    show()
  }

  function add(file: File): void {
    const thumb = document.createElement('span')
    thumb.className = 'file'
    const picture: Chosen = { name: file.name || 'photo', file, thumb }
    chosen.push(picture)
    preparing = preparing.then(async () => {
      if (!chosen.includes(picture)) return
      const problem = await prepare(picture, file)
      if (problem !== null) {
        tell(problem)
        chosen = chosen.filter(other => other !== picture)
      }
      show()
    })
  }

  /** Prepares a picture, and returns why it cannot be sent, or null. */
  async function prepare(picture: Chosen, file: File): Promise<string | null> {
    const shrunk = await shrinkPicture(file)
    if (!shrunk) return texts.pictureUnreadable(file.name)
    picture.file = shrunk.file
    if (shrunk.thumb) picture.thumb = shrunk.thumb
    else picture.thumb.textContent = file.name.split('.').pop()?.slice(0, 4).toUpperCase() ?? ''
    const isTooLarge = shrunk.file.size > maxPictureBytes
    return isTooLarge ? texts.pictureTooLarge(file.name, maxPictureBytes / 2 ** 20) : null
  }

  function show(): void {
    const list = photos?.querySelector<HTMLElement>('.thumbs')
    if (!photos || !list) return
    list.replaceChildren(...chosen.map(createItem))
    list.hidden = chosen.length === 0
    photos.toggleAttribute('data-full', chosen.length === maxPictures)
    onChange()
  }

  function createItem(picture: Chosen): HTMLElement {
    const item = document.createElement('li')
    const button = document.createElement('button')
    button.type = 'button'
    button.setAttribute('aria-label', texts.removePhoto(picture.name))
    button.addEventListener('click', () => {
      const index = chosen.indexOf(picture)
      chosen = chosen.filter(other => other !== picture)
      show()
      const buttons = photos?.querySelectorAll<HTMLElement>('.thumbs button') ?? []
      const next = buttons[Math.min(index, buttons.length - 1)] ?? fields[0]
      next?.focus()
    })
    item.append(picture.thumb, button)
    return item
  }
}
