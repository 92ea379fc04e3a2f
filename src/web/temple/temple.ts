import './temple.css'
import { languages } from '../../shared/language'
import { awaitPictures, countPictures, dropPictures, showPictures } from './chosen-pictures'
import { type Answer, loadPage, type PressToSend, sendPress } from './send-press'
import { templePageTexts } from './texts'

// The page works without this script, which adds: smaller pictures, thumbnails, counts, progress, and
// ticks and pictures that stay when the connection breaks.

/** Of the press whose answer never came. */
let unclear: PressToSend | null = null
let isSending = false

document.documentElement.dataset.script = ''
start()

/** On a page that takes another one's place. */
interface Kept {
  /** What is ticked. */
  codes: string[]
  /** A press may not have arrived, and its orders have changed since. */
  isChanged?: boolean
}

function start(kept?: Kept): void {
  const main = document.querySelector('main')
  const language = languages.find(one => one === main?.dataset.language)
  if (!main || !language) return
  const texts = templePageTexts[language]
  const isOne = main.dataset.kind === 'order'
  const boxes = [...main.querySelectorAll<HTMLInputElement>('[type=checkbox]')]
  const bar = main.querySelector<HTMLElement>('.bar')
  const lit = main.querySelector<HTMLButtonElement>('[name=action][value=lit]')
  const undo = bar?.querySelector<HTMLButtonElement>('[name=action][value=undo]')
  const toggle = main.querySelector<HTMLButtonElement>('[name=toggle]')
  const hint = bar?.querySelector('.hint')
  const trouble = bar?.querySelector('.trouble')
  const progress = bar?.querySelector('progress')

  const isLit = (box: HTMLInputElement) => box.dataset.mark?.startsWith('lit') ?? false
  const waiting = boxes.filter(box => !isLit(box))
  const togglable = waiting.length > 0 ? waiting : boxes

  for (const form of main.querySelectorAll('form'))
    form.addEventListener('submit', event => {
      event.preventDefault()
      if (isSending) return
      const { submitter } = event
      if (!(submitter instanceof HTMLButtonElement)) return
      if (submitter.name === 'lang') switchLanguage(submitter.value)
      else if (submitter.getAttribute('aria-disabled') !== 'true') press(form, submitter.value)
    })
  for (const box of boxes) box.addEventListener('change', update)
  if (toggle) {
    toggle.hidden = togglable.length < 2
    toggle.addEventListener('click', () => {
      const isTicking = !togglable.every(box => box.checked)
      for (const box of togglable) box.checked = isTicking
      update()
    })
  }
  if (kept) {
    for (const box of boxes) box.checked = kept.codes.includes(box.value)
    if (trouble && kept.isChanged) trouble.textContent = texts.changedMeanwhile
  }
  if (bar) showPictures(bar, texts, update)
  update()

  /** Words the buttons for what is ticked. */
  function update(): void {
    if (isSending || !bar || !lit || !hint) return
    const ticked = boxes.filter(box => box.checked)
    const tickedLit = ticked.filter(isLit)
    const tickedWaiting = ticked.length - tickedLit.length
    const hasPictures = countPictures() > 0
    const isReady = tickedWaiting > 0 || (tickedLit.length > 0 && hasPictures)

    if (tickedWaiting > 0) lit.textContent = isOne ? texts.litOne : texts.lit(tickedWaiting)
    else if (tickedLit.length === 0) lit.textContent = texts.nothingTicked
    else lit.textContent = hasPictures ? texts.addPhoto(tickedLit.length) : texts.addPhotoFirst
    if (unclear && isReady) lit.textContent = texts.sendAgain
    lit.setAttribute('aria-disabled', String(!isReady))
    if (undo) {
      undo.hidden = tickedLit.length === 0
      undo.textContent = isOne ? texts.unlitOne : texts.unlit(tickedLit.length)
    }
    // Nothing waits and nothing is ticked: there is nothing to press.
    bar.hidden = waiting.length === 0 && ticked.length === 0 && !hasPictures
    hint.textContent = describeReaders(ticked, isReady, hasPictures)
    if (toggle)
      toggle.textContent = togglable.every(box => box.checked) ? texts.untickAll : texts.tickAll
  }

  function describeReaders(ticked: HTMLInputElement[], isReady: boolean, hasPictures: boolean) {
    const counted = ticked.filter(box => hasPictures || !isLit(box))
    const withAddress = counted.filter(box => box.dataset.address).length
    const corrections = ticked.filter(box => box.dataset.reported).length
    return [
      isReady && texts.willGet(withAddress, counted.length - withAddress, hasPictures),
      ticked.some(isLit) && texts.corrections(corrections),
    ]
      .filter(Boolean)
      .join(' ')
  }

  async function switchLanguage(lang: string): Promise<void> {
    const url = `${location.pathname}?lang=${lang}`
    const answer = await loadPage(url)
    if (!answer && trouble) trouble.textContent = texts.notSent
    if (!answer || isSending) return
    const codes = boxes.filter(box => box.checked).map(box => box.value)
    if (replacePage(answer)) start({ codes })
    document.querySelector<HTMLElement>(`[name=lang][value=${lang}]`)?.focus()
  }

  /**
   * If the answer to the press before never came, the page is read first. It is sent again only if nothing
   * has changed; else the page shows what has, and asks for another press unless that one had arrived.
   */
  async function press(form: HTMLFormElement, action: string): Promise<void> {
    setSending(true)
    const ownTrouble = form.querySelector('.trouble')
    if (ownTrouble) ownTrouble.textContent = ''
    const button = form.querySelector<HTMLButtonElement>(`[name=action][value=${action}]`)
    const say = (text: string) => {
      if (button) button.textContent = text
    }
    const words = button?.textContent ?? ''
    // Not `form.action`, which is the button of that name.
    const url = form.getAttribute('action') ?? ''
    let answer: Answer | null = null
    if (unclear) {
      say(texts.checking)
      answer = await loadPage(url)
      if (!answer || hasChanged(unclear, answer.document)) return end(answer)
    }
    say(texts.preparing)
    const pictures = action === 'lit' ? await awaitPictures() : []
    const codes = new FormData(form).getAll('order').map(String)
    const markOf = (code: string) => boxes.find(box => box.value === code)?.dataset.mark ?? ''
    unclear = { url, action, marks: new Map(codes.map(code => [code, markOf(code)])), pictures }
    say(texts.sending)
    answer = await sendPress(unclear, percent => {
      if (progress) progress.value = percent
      if (pictures.length > 0 && percent < 100) say(texts.sendingPercent(percent))
    })
    if (answer) unclear = null
    end(answer)

    function end(page: Answer | null): void {
      say(words)
      setSending(false)
      const failure = page && findFailure(page.document)
      if (page && failure === null) {
        show(page)
        return
      }
      if (ownTrouble) ownTrouble.textContent = failure ?? texts.notSent
      update()
      button?.focus()
    }
  }

  function setSending(sending: boolean): void {
    isSending = sending
    main?.setAttribute('aria-busy', String(sending))
    if (progress) {
      progress.hidden = !sending
      progress.value = 0
    }
  }
}

/** Whether the press that had no answer has arrived, or somebody else changed its orders. */
function hasChanged({ marks }: PressToSend, page: Document): boolean {
  return [...marks].some(([code, mark]) => findBox(page, code)?.dataset.mark !== mark)
}

function findBox(page: Document, code: string): HTMLInputElement | undefined {
  const boxes = [...page.querySelectorAll<HTMLInputElement>('main [type=checkbox]')]
  return boxes.find(box => box.value === code)
}

/** Why nothing was changed, if the server could not take the press: this page then stays as it is. */
function findFailure(page: Document): string | null {
  return page.querySelector('main[data-result=failed] .result p')?.textContent ?? null
}

/** False: it is none of ours. */
function replacePage({ document: page, url }: Answer): boolean {
  const next = page.querySelector('main')
  if (!next) return false
  document.querySelector('main')?.replaceWith(document.adoptNode(next))
  document.documentElement.lang = page.documentElement.lang
  document.title = page.title
  history.replaceState(null, '', url)
  return true
}

/** Puts the page that came in place of this one. */
function show(answer: Answer): void {
  const { document: page } = answer
  const next = page.querySelector('main')
  if (!next) return
  const repeated = unclear
  unclear = null
  const isDone = repeated !== null && hasArrived(repeated, page)
  if (next.dataset.result === 'lit' || isDone) dropPictures()
  if (next.dataset.result === 'photos-rejected') dropPictures(namesIn(next))
  replacePage(answer)
  start(repeated && !isDone ? { codes: [...repeated.marks.keys()], isChanged: true } : undefined)
  scrollTo(0, 0)
  document.querySelector<HTMLElement>('.result')?.focus({ preventScroll: true })
}

function hasArrived({ action, marks, pictures }: PressToSend, page: Document): boolean {
  return [...marks.keys()].every(code => {
    const box = findBox(page, code)
    const [state, photos] = box?.dataset.mark?.split(' ') ?? []
    if (action === 'undo') return state === 'waiting'
    // Photos are counted where they go to somebody.
    return state === 'lit' && (!box?.dataset.address || Number(photos) >= pictures.length)
  })
}

/** Of the pictures that the server could not use. */
function namesIn(main: HTMLElement): string[] {
  return [...main.querySelectorAll<HTMLElement>('[data-name]')].map(
    ({ dataset }) => dataset.name ?? '',
  )
}
