import type { Language } from '../shared/language'
import type { FilledForm } from '../shared/order-form'
import { templePlaceholders } from '../shared/temple-texts'
import type { ShownTemples } from './checkout/state'

// A page passes texts to the script in the attributes of its root, which need no parser.

/** The attributes whose texts the server fills in. */
export const templeAttributes = {
  'data-place': templePlaceholders.place,
  'data-note': templePlaceholders.note,
  'data-receiver': templePlaceholders.receiver,
  'data-link': templePlaceholders.link,
}

/** Reads the parish's texts. If it has set none, the page's foot is empty. */
export function readTemple(root: HTMLElement, language: Language): ShownTemples {
  const { place = '', note = '', receiver = '', link = '' } = root.dataset
  const foot = root.querySelector('.temple')?.innerHTML
  return foot ? { [language]: { place, note, receiver, link, foot } } : {}
}

/** Writes a form that the server sends back into attributes. */
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

/** Reads a form that was sent back, or returns undefined for a new one. */
export function readFilled({ dataset }: HTMLElement): FilledForm | undefined {
  const { forWhom, purpose = '', email = '', amount = '', donation, checked } = dataset
  if (forWhom === undefined) return undefined
  const donationEnabled = donation !== undefined
  return { forWhom, purpose, email, amount, donationEnabled, isChecked: checked !== undefined }
}
