import { excessOf } from '../shared/plain-text'
import { chooseAmount, switchDonation } from './checkout/choose-amount'
import { parseChoice } from './checkout/state'
import type { CheckoutStore } from './checkout/store'
import { orderFormId, readForm } from './components/controls'

/** The control that the visitor last touched. Even outside the page it still has what was typed. */
interface Touched {
  form: HTMLFormElement
  control: Element | null
}

export function followTouches(page: HTMLElement, form: HTMLFormElement): Touched {
  const touched: Touched = { form, control: document.activeElement }
  page.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return
    touched.control = target
    touched.form = target.closest('form') ?? touched.form
  })
  return touched
}

/**
 * Keeps whatever the visitor entered before hydration. If an extension, a translation or a minifier has
 * changed the HTML, React throws the form away and renders a new one. The visitor's input is still in the
 * old form, so it is copied over.
 */
export function takeOver(store: CheckoutStore, { form: before, control }: Touched): void {
  const form = document.querySelector<HTMLFormElement>(`#${orderFormId}`)
  if (form && form !== before) {
    for (const name of ['forWhom', 'purpose', 'email', 'customAmount'])
      copyText(find(before, name), find(form, name))
    focusSame(control)
  }
  // The page's inline script adds the name of each field that the visitor typed into.
  const { typed = '' } = document.documentElement.dataset
  for (const field of ['forWhom', 'purpose', 'email'] as const)
    if (typed.includes(field)) store.dispatch({ type: 'field-edited', field })
  const filled = readForm(before)
  for (const field of ['forWhom', 'purpose'] as const) {
    const excess = excessOf(filled[field])
    if (excess) store.dispatch({ type: 'field-edited', field, excess })
  }
  const { donationEnabled, email } = filled
  const choice = parseChoice(find(before, 'amount', ':checked')?.value)
  if (donationEnabled !== store.getState().donationEnabled)
    switchDonation(store, donationEnabled, email)
  else if (choice !== 'none') chooseAmount(store, choice)
}

function find(form: HTMLFormElement, name: string, more = '') {
  return form.querySelector<HTMLInputElement>(`[name=${name}]${more}`)
}

function copyText(from: HTMLInputElement | null, to: HTMLInputElement | null): void {
  if (!from || !to || from.value === to.value) return
  to.value = from.value
  // React takes this event for typing.
  to.dispatchEvent(new Event('input', { bubbles: true }))
}

function focusSame(control: Element | null): void {
  if (!control || !('value' in control) || control.isConnected) return
  const same = [...document.getElementsByName(control.getAttribute('name') ?? '')].find(
    each => each.closest('#page') && 'value' in each && each.value === control.value,
  )
  same?.focus({ preventScroll: true })
  // Fields of type email and number have no caret position.
  if (isText(control) && isText(same) && control.selectionStart !== null)
    same.setSelectionRange(control.selectionStart, control.selectionEnd)
}

function isText(element: unknown) {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
}
