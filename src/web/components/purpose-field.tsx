import { useLayoutEffect, useRef, useState } from 'react'
import { textLimit } from '../../shared/plain-text'
import { isFrozen } from '../checkout/state'
import { useCheckout } from '../checkout/store'
import { TextField } from './controls'

/** The intention: two common ones to press, or words of one's own. */
export function PurposeField({ onInput }: { onInput: () => void }) {
  const { state, messages } = useCheckout()
  const { errors, fields } = state
  const frozen = isFrozen(state)
  const [text, setText] = useState(fields.purpose)
  const buttons = useRef<HTMLFieldSetElement>(null)
  const choices = [messages.forHealth, messages.forRepose]
  const chosen = choices.find(words => text.startsWith(words))

  // What was typed before the script arrived.
  useLayoutEffect(() => setText(inputOf(buttons.current)?.value ?? ''), [])

  function edited() {
    setText(inputOf(buttons.current)?.value ?? '')
    onInput()
  }

  /** Puts the words first, in place of the other ones; pressed again, takes them back. */
  function press(words: string) {
    const input = inputOf(buttons.current)
    if (!input) return
    const rest = text
      .slice(chosen?.length ?? 0)
      .replace(/^[\s,]+/, '')
      .trimEnd()
    input.value = [words === chosen ? '' : words, rest].filter(Boolean).join(', ')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }

  return (
    <TextField
      name="purpose"
      label={messages.purpose}
      placeholder={messages.purposeExample}
      defaultValue={fields.purpose}
      maxLength={textLimit}
      autoComplete="off"
      required
      disabled={frozen}
      onInput={edited}
      error={errors.purpose && messages.required}
    >
      <fieldset ref={buttons} className="purposes" aria-label={messages.purpose} disabled={frozen}>
        {choices.map(words => (
          <button
            key={words}
            type="button"
            className="choice"
            aria-pressed={words === chosen}
            onClick={() => press(words)}
          >
            {words}
          </button>
        ))}
      </fieldset>
    </TextField>
  )
}

function inputOf(buttons: HTMLFieldSetElement | null): HTMLInputElement | undefined {
  const input = buttons?.form?.elements.namedItem('purpose')
  return input instanceof HTMLInputElement ? input : undefined
}
