import type { ComponentProps } from 'react'

const textNames = ['forWhom', 'purpose', 'email'] as const

export type TextName = (typeof textNames)[number]

export function isTextName(name: string): name is TextName {
  return textNames.some(known => known === name)
}

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'name' | 'id'> {
  name: TextName
  label: string
  hint?: string
  error?: string | undefined
}

/** One line of text with its label, and its error tied to it for those who cannot see. */
export function TextField({ name, label, hint, error, ...input }: TextFieldProps) {
  const described = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input
        {...input}
        id={name}
        name={name}
        aria-invalid={error !== undefined}
        aria-describedby={described || undefined}
      />
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

/** A label that changes while one looks at it: the new one appears, instead of the old moving over. */
export function ButtonLabel({ children }: { children: string }) {
  return <span key={children}>{children}</span>
}
