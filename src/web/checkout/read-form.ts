import type { FormState } from '../../shared/order-form'

/**
 * What stands in the form. The fields keep their own text, so that what was typed before the
 * script arrived is not lost; it is read here when it is needed, frozen or not.
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
