import type { FormState } from '../../shared/order-form'

/**
 * What stands in the form. The fields keep their own text, so that what was typed before the
 * script arrived is not lost; it is read here when it is needed, frozen or not.
 */
export function readForm(form: HTMLFormElement): FormState {
  return {
    forWhom: findInput(form, 'forWhom')?.value ?? '',
    purpose: findInput(form, 'purpose')?.value ?? '',
    donationEnabled: findInput(form, 'donationEnabled')?.checked ?? false,
    email: findInput(form, 'email')?.value ?? '',
  }
}

function findInput(form: HTMLFormElement, name: string): HTMLInputElement | undefined {
  const control = form.elements.namedItem(name)
  return control instanceof HTMLInputElement ? control : undefined
}
