import './temple.css'
import { languages } from '../../shared/language'
import { createPictures } from './chosen-pictures'
import { sendSubmission } from './send-submission'
import { templePageTexts } from './texts'

// The page works without this script. The script adds smaller pictures, thumbnails, counts, ticks for
// many at once and progress, and keeps ticks and pictures when the connection breaks. After a submission
// the browser goes to the same page as it would without the script.

/** The second tap of a double tap comes sooner, ms, so "tick all" cannot become "lit". */
const deafMs = 700
/** The bar may take so much of the window's height. With large text a higher one would hide the list. */
const maxBarShare = 0.35

start()

function start(): void {
  document.documentElement.dataset.script = ''
  showResultOnce()
  const main = document.querySelector('main')
  const language = languages.find(one => one === main?.dataset.language)
  const mark = document.querySelector<HTMLFormElement>('#mark')
  if (!main || !language || !mark) return
  const texts = templePageTexts[language]
  const boxes = [...main.querySelectorAll<HTMLInputElement>('[type=checkbox]')]
  const waiting = boxes.filter(box => !isLit(box))
  const bar = main.querySelector<HTMLElement>('.bar')
  const lit = bar?.querySelector<HTMLButtonElement>('[name=action][value=lit]')
  const undo = bar?.querySelector<HTMLButtonElement>('.act > [value=undo]')
  const hint = bar?.querySelector('.hint')
  const pictures = createPictures(bar?.querySelector('.photos'), texts, changed)
  let isSending = false
  let isUnclear = false
  /** All orders were ticked by one tap at this time. */
  let tickedAt = Number.NEGATIVE_INFINITY

  for (const form of main.querySelectorAll('form'))
    form.addEventListener('submit', event => {
      const { submitter } = event
      if (!(submitter instanceof HTMLButtonElement) || submitter.name !== 'action') return
      event.preventDefault()
      if (isSending || performance.now() - tickedAt < deafMs) return
      if (submitter === lit && countTicked() === 0) tickAll(waiting)
      else if (submitter.getAttribute('aria-disabled') !== 'true') submit(form, submitter)
    })
  for (const box of boxes) box.addEventListener('change', changed)
  for (const button of main.querySelectorAll<HTMLButtonElement>('[name=all]')) {
    button.hidden = false
    button.addEventListener('click', () => {
      const own = boxesAround(button)
      tick(own, !own.every(box => box.checked))
    })
  }
  main.addEventListener('click', event => {
    const link = event.target instanceof Element && event.target.closest('a')
    const isLeaving = link && !link.getAttribute('href')?.startsWith('#')
    if (isLeaving && (countTicked() > 0 || pictures.count() > 0) && !confirm(texts.leave))
      event.preventDefault()
  })
  const print = main.querySelector<HTMLButtonElement>('[name=print]')
  if (print) {
    print.hidden = false
    print.addEventListener('click', () => window.print())
  }
  if (bar) keepLow(bar)
  update()

  function boxesAround(button: HTMLButtonElement): HTMLInputElement[] {
    return [
      ...(button.closest('section')?.querySelectorAll<HTMLInputElement>('[type=checkbox]') ?? []),
    ]
  }

  function countTicked(): number {
    return boxes.filter(box => box.checked).length
  }

  function tickAll(all: HTMLInputElement[]): void {
    tickedAt = performance.now()
    tick(all, true)
  }

  function tick(all: HTMLInputElement[], isChecked: boolean): void {
    for (const box of all) box.checked = isChecked
    changed()
  }

  /** After a change the next submission is another one, whatever became of the last. */
  function changed(): void {
    isUnclear = false
    const key = mark?.elements.namedItem('key')
    if (key instanceof HTMLInputElement) key.value = nextKey(key.value)
    update()
  }

  /** Adapts the words of the buttons to what is ticked. */
  function update(): void {
    for (const button of main?.querySelectorAll<HTMLButtonElement>('[name=all]') ?? []) {
      const own = boxesAround(button)
      button.textContent = own.every(box => box.checked) ? texts.none : texts.all(own.length)
    }
    if (isSending || !bar || !lit || !hint) return
    const ticked = boxes.filter(box => box.checked)
    const tickedLit = ticked.filter(isLit)
    const tickedWaiting = ticked.length - tickedLit.length
    const hasPictures = pictures.count() > 0
    const isReady = tickedWaiting > 0 || (tickedLit.length > 0 && hasPictures)

    lit.textContent = wordLit(tickedWaiting, tickedLit.length, hasPictures)
    if (isUnclear && isReady) lit.textContent = texts.sendAgain
    lit.toggleAttribute('data-all', ticked.length === 0)
    lit.setAttribute('aria-disabled', String(tickedLit.length > 0 && !isReady))
    if (undo) {
      undo.hidden = tickedLit.length === 0
      undo.textContent = texts.unlit(tickedLit.length)
    }
    // If nothing waits and nothing is ticked, there is nothing to click.
    const act = bar.querySelector<HTMLElement>('.act')
    if (act) act.hidden = waiting.length === 0 && ticked.length === 0 && !hasPictures
    hint.textContent = describeReaders(ticked, isReady, hasPictures)
  }

  function wordLit(tickedWaiting: number, tickedLit: number, hasPictures: boolean): string {
    if (tickedWaiting > 0) return texts.lit(tickedWaiting)
    if (tickedLit > 0) return hasPictures ? texts.addPhoto(tickedLit) : texts.addPhotoFirst
    return waiting.length > 0 ? texts.tickAll(waiting.length) : texts.sendPhoto
  }

  function describeReaders(ticked: HTMLInputElement[], isReady: boolean, hasPictures: boolean) {
    if (ticked.length === 0) return texts.readers
    const readers = ticked.filter(box => box.dataset.address && (hasPictures || !isLit(box)))
    const corrections = ticked.filter(box => box.dataset.reported).length
    return [
      isReady && texts.willGet(readers.length, hasPictures),
      ticked.some(isLit) && texts.corrections(corrections),
    ]
      .filter(Boolean)
      .join(' ')
  }

  async function submit(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
    const trouble = (form === mark ? bar?.querySelector('.act') : form)?.querySelector('.trouble')
    const progress = form === mark ? bar?.querySelector('progress') : null
    const words = button.textContent
    const say = (text: string) => {
      button.textContent = text
    }
    setSending(true)
    trouble?.replaceChildren()
    say(texts.preparing)
    const chosen = form === mark && button.value === 'lit' ? await pictures.ready() : []
    const body = new FormData(form)
    body.delete('photo')
    body.append('action', button.value)
    for (const { name, file } of chosen) body.append('photo', file, name)
    say(texts.sending)
    // `form.action` would be the button of that name.
    const answer = await sendSubmission(form.getAttribute('action') ?? '', body, percent => {
      if (progress) progress.value = percent
      if (chosen.length > 0 && percent < 100) say(texts.sendingPercent(percent))
    })
    if (answer?.isAccepted) return location.replace(answer.url)
    const result = answer?.document.querySelector('.result')
    // The link has ended or was revoked.
    if (answer && !result) return location.reload()
    say(words)
    setSending(false)
    if (result) {
      pictures.drop(rejectedIn(result))
      trouble?.replaceChildren(...document.adoptNode(result).childNodes)
    } else {
      isUnclear = form === mark
      trouble?.replaceChildren(texts.notSent)
    }
    update()
    button.focus()
  }

  function setSending(sending: boolean): void {
    isSending = sending
    main?.setAttribute('aria-busy', String(sending))
    const progress = bar?.querySelector('progress')
    if (!progress) return
    progress.hidden = !sending
    progress.value = 0
  }
}

/** Drops the result from the address, which would announce it again with each reload. */
function showResultOnce(): void {
  const url = new URL(location.href)
  if (!url.searchParams.has('submission')) return
  url.searchParams.delete('submission')
  history.replaceState(null, '', url)
  document.querySelector<HTMLElement>('.result')?.focus({ preventScroll: true })
}

function isLit(box: HTMLInputElement): boolean {
  return box.dataset.lit !== undefined
}

/**
 * Makes the next key from the page's own and a number, because without TLS `crypto.randomUUID` is
 * missing.
 */
function nextKey(key: string): string {
  const [own = '', changes = '0'] = key.split('.')
  return `${own}.${Number(changes) + 1}`
}

/** Reads the places of the pictures that the server could not use. */
function rejectedIn(result: Element): number[] {
  return [...result.querySelectorAll<HTMLElement>('[data-index]')].map(({ dataset }) =>
    Number(dataset.index),
  )
}

function keepLow(bar: HTMLElement): void {
  const measure = () =>
    bar.toggleAttribute('data-high', bar.offsetHeight > innerHeight * maxBarShare)
  new ResizeObserver(measure).observe(bar)
  addEventListener('resize', measure)
}
