import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import type { FormErrors } from '../../shared/order-form'

type InputSettings =
  | 'autoCapitalize'
  | 'autoComplete'
  | 'defaultValue'
  | 'disabled'
  | 'enterKeyHint'
  | 'maxLength'
  | 'placeholder'
  | 'required'
  | 'spellCheck'

interface TextFieldProps extends Pick<ComponentProps<'input'>, InputSettings> {
  name: keyof FormErrors
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
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

/** A button's text that may change: a new element, so that its words do not slide. */
export function ButtonLabel({ children }: { children: string }) {
  return <span key={children}>{children}</span>
}
