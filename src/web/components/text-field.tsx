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
  fault?: string | undefined
}

/** One line of text with its label, and its fault tied to it for those who cannot see. */
export function TextField({ name, label, hint, fault, ...input }: TextFieldProps) {
  const told = [fault && `${name}-fault`, hint && `${name}-hint`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input
        {...input}
        id={name}
        name={name}
        aria-invalid={fault !== undefined}
        aria-describedby={told || undefined}
      />
      {fault && (
        <p className="fault" id={`${name}-fault`} role="alert">
          {fault}
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
