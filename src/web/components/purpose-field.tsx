import { useLayoutEffect, useRef, useState } from 'react'
import { languages } from '../../shared/language'
import { isFrozen } from '../checkout/state'
import { useCheckout } from '../checkout/store'
import { messages as allMessages } from '../locales/messages'
import { TextField, textError } from './controls'

const choices = ['forHealth', 'forRepose'] as const
/** In every language, because a switch keeps what was pressed. */
const pressable = languages.flatMap(language =>
  choices.map(choice => ({ choice, words: wordsOf(allMessages[language][choice]) })),
)

/** A visitor types no no-break spaces. */
function wordsOf(message: string): string {
  return message.replaceAll('\u00a0', ' ')
}

export function PurposeField({ onInput }: { onInput: () => void }) {
  const { state, messages } = useCheckout()
  const { errors, fields } = state
  const frozen = isFrozen(state)
  const [text, setText] = useState(fields.purpose)
  const input = useRef<HTMLTextAreaElement>(null)
  const chosen = pressable.find(
    ({ words }) => text.startsWith(words) && !/^\p{L}/u.test(text.slice(words.length)),
  )

  const readText = () => setText(input.current?.value ?? '')
  // What was typed before the script arrived.
  useLayoutEffect(readText, [])

  /** Puts the words first, in place of the other ones; pressed again, takes them back. */
  function press(choice: (typeof choices)[number]) {
    if (!input.current) return
    const rest = text
      .slice(chosen?.words.length ?? 0)
      .replace(/^[\s,]+/, '')
      .trimEnd()
    input.current.value = [choice === chosen?.choice ? '' : wordsOf(messages[choice]), rest]
      .filter(Boolean)
      .join(', ')
    input.current.dispatchEvent(new Event('input', { bubbles: true }))
  }

  return (
    <TextField
      ref={input}
      name="purpose"
      label={messages.purpose}
      placeholder={messages.purposeExample}
      defaultValue={fields.purpose}
      required
      disabled={frozen}
      onInput={() => {
        readText()
        onInput()
      }}
      error={textError(errors.purpose, messages)}
    >
      <fieldset className="purposes" aria-label={messages.readyWords} disabled={frozen}>
        {choices.map(choice => (
          <button
            key={choice}
            type="button"
            className="choice"
            aria-pressed={choice === chosen?.choice}
            onClick={() => press(choice)}
          >
            {messages[choice]}
          </button>
        ))}
      </fieldset>
    </TextField>
  )
}
