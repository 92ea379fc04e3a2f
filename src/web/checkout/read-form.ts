import type { FormState } from '../../shared/order-form'

/**
 * Reads the form, disabled or not. The fields are uncontrolled, so that text typed before the script
 * had loaded is kept.
 */
export function readForm(form: HTMLFormElement): FormState {
  return {
    forWhom: textOf(form, 'forWhom'),
    purpose: textOf(form, 'purpose'),
    donationEnabled:
      form.querySelector<HTMLInputElement>('[name=donationEnabled]')?.checked ?? false,
    email: textOf(form, 'email'),
  }
}

function textOf(form: HTMLFormElement, name: string): string {
  const control = form.elements.namedItem(name)
  const isText = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
  return isText ? control.value : ''
}
