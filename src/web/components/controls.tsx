import {
  type AllHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react'
import type { FormErrors, FormState } from '../../shared/form-state'
import type { Messages } from '../locales/messages'

/** Controls outside the form refer to it by this id. */
export const orderFormId = 'order-form'

interface TextFieldProps extends AllHTMLAttributes<HTMLElement> {
  name: keyof FormErrors
  /** By default the id is the name. */
  id?: string
  ref?: RefObject<HTMLTextAreaElement | null>
  /** By default the field is one line that grows with its text, and Enter submits as in an input. */
  type?: 'text'
  label: string
  note?: string
  hint?: ReactNode
  error: string | false | undefined
  onInput: () => void
  /** These stand between the label and the control. */
  children?: ReactNode
}

/** A text control with its label. Its error and hints are its description. */
export function TextField(props: TextFieldProps) {
  const {
    name,
    id = name,
    ref,
    type,
    label,
    note,
    hint,
    error,
    onInput,
    children,
    ...settings
  } = props
  const texts = Object.entries({ error, note: !error && note, hint }).filter(([, text]) => text)
  const control = {
    ...settings,
    id,
    name,
    // Some names are written right to left.
    dir: 'auto',
    'aria-invalid': Boolean(error),
    'aria-describedby': texts.map(([kind]) => `${id}-${kind}`).join(' ') || undefined,
  }
  const own = useRef<HTMLTextAreaElement>(null)
  const textarea = ref ?? own
  useLayoutEffect(() => grow(textarea.current), [textarea])
  return (
    <div className="field">
      <div className="label">
        <label htmlFor={id}>{label}</label>
        {note && (
          <span className="hint" id={`${id}-note`}>
            {note}
          </span>
        )}
      </div>
      {children}
      {type ? (
        <input {...control} type={type} onInput={onInput} />
      ) : (
        <textarea
          {...control}
          ref={textarea}
          rows={1}
          onInput={event => {
            grow(event.currentTarget)
            onInput()
          }}
          onKeyDown={submitOnEnter}
        />
      )}
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** Says what is wrong with a name or purpose. */
export function textError(error: true | number | undefined, messages: Messages) {
  if (error === true) return messages.required
  return error ? messages.tooLong(error) : undefined
}

/** Grows the field in browsers without `field-sizing`, which are Firefox and Safari before 26. */
function grow(textarea: HTMLTextAreaElement | null) {
  if (!textarea || CSS.supports('field-sizing', 'content')) return
  textarea.style.height = 'auto'
  textarea.style.height = `${textarea.scrollHeight + 2}px`
}

function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  const { isComposing, keyCode } = event.nativeEvent
  // In Safari only this code marks the Enter that ends a composition.
  if (event.key !== 'Enter' || event.shiftKey || isComposing || keyCode === 229) return
  event.preventDefault()
  submitForm(event.currentTarget.form)
}

/** Ignores a held key. It would click the control to which a dialog moves the focus, which may be Pay. */
export function ignoreHeldEnter(event: KeyboardEvent) {
  if (event.key !== 'Enter' || !event.repeat || event.shiftKey) return
  event.preventDefault()
  event.stopPropagation()
}

/** Clicks the form's default button, because Safari before 16 has no `requestSubmit`. */
export function submitForm(form: HTMLFormElement | null) {
  const controls = Array.from(form?.elements ?? [])
  const buttons = controls.filter(control => control instanceof HTMLButtonElement)
  buttons.find(({ type }) => type === 'submit')?.click()
}

/** Drops the comma that invites the visitor's own words after the ready ones. */
export function withoutInvitation(purpose: string): string {
  return purpose.endsWith(', ') ? purpose.slice(0, -2) : purpose
}

/**
 * Reads the form, even a disabled one. Its fields are uncontrolled, so that text which was typed before
 * the script had loaded is kept.
 */
export function readForm(form: HTMLFormElement): FormState {
  const control = (name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`)
  return {
    forWhom: control('forWhom')?.value ?? '',
    purpose: withoutInvitation(control('purpose')?.value ?? ''),
    donationEnabled: control('donationEnabled')?.checked ?? false,
    email: control('email')?.value ?? '',
  }
}
