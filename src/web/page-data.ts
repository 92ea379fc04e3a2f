import type { Language } from '../shared/language'
import type { FilledForm } from '../shared/order-form'
import { templePlaceholders } from '../shared/temple-texts'
import type { ShownTemples } from './checkout/state'

// What a page tells the script: texts in the attributes of its root, which need no parser.

/** Their texts are the server's. */
export const templeAttributes = {
  'data-place': templePlaceholders.place,
  'data-note': templePlaceholders.note,
  'data-receiver': templePlaceholders.receiver,
  'data-link': templePlaceholders.link,
}

/** Where the parish has set nothing, the page's foot is empty. */
export function readTemple(root: HTMLElement, language: Language): ShownTemples {
  const { place = '', note = '', receiver = '', link = '' } = root.dataset
  const foot = root.querySelector('.temple')?.innerHTML
  return foot ? { [language]: { place, note, receiver, link, foot } } : {}
}

/** The form as the server sends it back. */
export function filledAttributes(form: FilledForm) {
  return {
    'data-for-whom': form.forWhom,
    'data-purpose': form.purpose,
    'data-email': form.email,
    'data-amount': form.amount,
    'data-donation': form.donationEnabled ? '' : undefined,
    'data-checked': form.isChecked ? '' : undefined,
  }
}

/** undefined: the form is a new one. */
export function readFilled({ dataset }: HTMLElement): FilledForm | undefined {
  const { forWhom, purpose = '', email = '', amount = '', donation, checked } = dataset
  if (forWhom === undefined) return undefined
  const donationEnabled = donation !== undefined
  return { forWhom, purpose, email, amount, donationEnabled, isChecked: checked !== undefined }
}
