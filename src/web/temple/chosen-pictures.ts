import { maxPictureBytes, maxPictures } from '../../shared/temple-page'
import type { TemplePageTexts } from './locales/uk'
import { shrinkPicture } from './shrink-picture'

interface Chosen {
  /** Unlike all others, and as it arrives: the server names pictures by it. */
  name: string
  file: File
  thumb: HTMLElement
}

let chosen: Chosen[] = []
/** One at a time: a decoded picture takes fifty megabytes. */
let preparing: Promise<void> = Promise.resolve()

export const countPictures = () => chosen.length

/** The pictures as they are sent, in the order in which they were chosen. */
export async function awaitPictures(): Promise<Pick<Chosen, 'name' | 'file'>[]> {
  await preparing
  return chosen
}

/** Without `names`: all. */
export function dropPictures(names?: string[]): void {
  chosen = chosen.filter(({ name }) => names && !names.includes(name))
}

/** The fields and thumbnails of a page; `onChange` after each change of the list. */
export function showPictures(bar: HTMLElement, texts: TemplePageTexts, onChange: () => void): void {
  const list = find(bar, '.thumbs')
  const trouble = find(bar, '.trouble')
  const labels = [...bar.querySelectorAll<HTMLElement>('.add')]
  const fields = [...bar.querySelectorAll<HTMLInputElement>('[type=file]')]
  const [album] = labels

  // A phone opens its camera at once; where a mouse points, one field does.
  if (album && matchMedia('(pointer: coarse)').matches) {
    find(album, 'span').textContent = texts.album
    for (const label of labels) label.hidden = false
  }
  for (const field of fields) {
    field.addEventListener('change', () => take(field))
    // Chosen before the script had loaded.
    take(field)
  }
  show()

  function take(field: HTMLInputElement): void {
    const files = [...(field.files ?? [])]
    if (files.length === 0) return
    // Without it the same file cannot be chosen again after it was removed.
    field.value = ''
    trouble.textContent = ''
    for (const file of files) {
      if (chosen.length === maxPictures) trouble.textContent = texts.pictureLimit(maxPictures)
      else add(file)
    }
    show()
  }

  function add(file: File): void {
    const thumb = document.createElement('span')
    thumb.className = 'file'
    const picture: Chosen = { name: uniqueName(file.name), file, thumb }
    chosen.push(picture)
    preparing = preparing.then(async () => {
      if (!chosen.includes(picture)) return
      const shrunk = await shrinkPicture(file)
      picture.file = shrunk.file
      if (shrunk.thumb) picture.thumb = shrunk.thumb
      else thumb.textContent = file.name.split('.').pop()?.slice(0, 4).toUpperCase() ?? ''
      if (shrunk.file.size > maxPictureBytes) {
        trouble.textContent = texts.pictureTooLarge(file.name, maxPictureBytes / 2 ** 20)
        dropPictures([picture.name])
      }
      show()
    })
  }

  function show(): void {
    list.replaceChildren(...chosen.map(picture => createItem(picture)))
    list.hidden = chosen.length === 0
    bar.toggleAttribute('data-has-photos', chosen.length > 0)
    bar.toggleAttribute('data-full', chosen.length === maxPictures)
    onChange()
  }

  function createItem({ name, thumb }: Chosen): HTMLElement {
    const item = document.createElement('li')
    const button = document.createElement('button')
    button.type = 'button'
    button.setAttribute('aria-label', texts.removePhoto(name))
    button.addEventListener('click', () => {
      const index = chosen.findIndex(other => other.name === name)
      dropPictures([name])
      show()
      const buttons = list.querySelectorAll('button')
      const next = buttons[Math.min(index, buttons.length - 1)] ?? fields[0]
      next?.focus()
    })
    item.append(thumb, button)
    return item
  }
}

/**
 * A phone names every picture of its camera `image.jpg`. A form would send quotes and line breaks in another
 * way, and the server reads a backslash as the end of a folder.
 */
function uniqueName(name: string): string {
  const names = chosen.map(picture => picture.name)
  const plain = name.replace(/["\\\p{Cc}]/gu, '_') || 'photo'
  let unique = plain
  for (let copy = 2; names.includes(unique); copy++)
    unique = plain.replace(/(\.[^.]*)?$/, ` (${copy})$1`)
  return unique
}

function find(root: ParentNode, selector: string): HTMLElement {
  const element = root.querySelector<HTMLElement>(selector)
  if (!element) throw new Error(`The page has no ${selector}.`)
  return element
}
