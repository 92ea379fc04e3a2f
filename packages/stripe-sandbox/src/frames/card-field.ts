import type { FieldName, FieldTexts } from './card-fault'
import { cvcLength, digitsOf, groupNumber } from './card-number-text'
import { groupExpiry } from './expiry-text'

/** One input with its message line. */
export interface CardField {
  name: FieldName
  input: HTMLInputElement
  error: HTMLElement
}

export function cardField(name: FieldName): CardField {
  const input = document.getElementById(`Field-${name}Input`)
  const error = document.getElementById(`Field-${name}Error`)
  if (!(input instanceof HTMLInputElement) || !error) throw new Error(`No field ${name}`)
  return { name, input, error }
}

export function showError({ input, error }: CardField, message: string): void {
  error.textContent = message
  if (message === '') input.removeAttribute('aria-invalid')
  else input.setAttribute('aria-invalid', 'true')
}

/** Groups the digits as they are typed and leaves the caret behind the same digit. */
export function reformat({ name, input }: CardField, texts: FieldTexts, deleting: boolean): void {
  const caret = input.selectionStart ?? input.value.length
  const atEnd = caret === input.value.length
  const digitsBefore = digitsOf(input.value.slice(0, caret)).length
  const text = formats[name](input.value, texts, deleting)
  if (text === input.value) return
  input.value = text
  const place = atEnd ? text.length : placeAfterDigits(text, digitsBefore)
  input.setSelectionRange(place, place)
}

const formats: Record<FieldName, (text: string, texts: FieldTexts, deleting: boolean) => string> = {
  number: text => groupNumber(text),
  expiry: (text, _texts, deleting) => groupExpiry(text, deleting),
  cvc: (text, texts) => digitsOf(text).slice(0, cvcLength(digitsOf(texts.number))),
}

function placeAfterDigits(text: string, digits: number): number {
  let seen = 0
  for (const [place, letter] of [...text].entries()) {
    if (seen === digits) return place
    if (/\d/.test(letter)) seen += 1
  }
  return text.length
}
