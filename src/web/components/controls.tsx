import type { AllHTMLAttributes, KeyboardEvent, MouseEvent, ReactNode, Ref } from 'react'
import type { FormErrors, FormState } from '../../shared/form-state'
import { isFrozen } from '../checkout/state'
import { useCheckout } from '../checkout/store'

interface TextFieldProps extends AllHTMLAttributes<HTMLElement> {
  name: keyof FormErrors
  ref?: Ref<HTMLInputElement>
  type?: 'email'
  /** One line that grows with its text; Enter submits, as in an input. */
  growing?: boolean
  label: string
  /** Next to the label. */
  note?: string
  hint?: string
  error: string | false | undefined
  onInput: () => void
  /** Between the label and the control. */
  children?: ReactNode
}

/** A text control with its label, and with its error and hints as its description. */
export function TextField(props: TextFieldProps) {
  const { name, type, growing, label, note, hint, error, onInput, children, ...settings } = props
  const texts = Object.entries({ error, note: !error && note, hint }).filter(([, text]) => text)
  const control = {
    ...settings,
    id: name,
    name,
    'aria-invalid': Boolean(error),
    'aria-describedby': texts.map(([kind]) => `${name}-${kind}`).join(' ') || undefined,
  }
  return (
    <div className="field">
      <div className="label">
        <label htmlFor={name}>{label}</label>
        {note && (
          <span className="hint" id={`${name}-note`}>
            {note}
          </span>
        )}
      </div>
      {children}
      {growing ? (
        <textarea
          {...control}
          ref={grow}
          rows={1}
          onInput={event => {
            grow(event.currentTarget)
            onInput()
          }}
          onKeyDown={submitOnEnter}
        />
      ) : (
        <input {...control} type={type} onInput={onInput} />
      )}
      {error && (
        <p className="error" id={`${name}-error`} role="alert">
          {error}
        </p>
      )}
      {hint && (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** For browsers without `field-sizing`: Safari before 26 and Firefox. */
function grow(textarea: HTMLTextAreaElement | null) {
  if (!textarea || CSS.supports('field-sizing', 'content')) return
  textarea.style.height = 'auto'
  textarea.style.height = `${textarea.scrollHeight + 2}px`
}

function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  const { isComposing, keyCode } = event.nativeEvent
  // In Safari the Enter that ends a composition has this code alone.
  if (event.key !== 'Enter' || event.shiftKey || isComposing || keyCode === 229) return
  event.preventDefault()
  submitForm()
}

/**
 * Presses the form's default button, which is outside the form: Safari before 16 has no `requestSubmit`.
 */
export function submitForm() {
  document.querySelector<HTMLElement>('main > [type="submit"]')?.click()
}

/**
 * Reads the form, disabled or not. The fields are uncontrolled, so that text typed before the script
 * had loaded is kept.
 */
export function readForm(form: HTMLFormElement): FormState {
  const control = (name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`)
  return {
    forWhom: control('forWhom')?.value ?? '',
    purpose: control('purpose')?.value ?? '',
    donationEnabled: control('donationEnabled')?.checked ?? false,
    email: control('email')?.value ?? '',
  }
}

/** Shown above Pay while a required field is empty: leads to the field, and blocks nothing. */
export function NamesMissing() {
  const { state, messages } = useCheckout()
  return (
    <div className="names-missing">
      <p id="names-missing">{messages.namesMissing}</p>
      <button
        type="button"
        className="quiet"
        aria-describedby="names-missing"
        disabled={isFrozen(state)}
        onClick={focusEmptyField}
      >
        {messages.fillIn}
      </button>
    </div>
  )
}

function focusEmptyField({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
  form?.querySelector<HTMLElement>('[required]:placeholder-shown')?.focus()
}
