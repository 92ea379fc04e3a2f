import { useLayoutEffect, useRef, useState } from 'react'
import { readyWords } from '../../shared/intention'
import { keepTogether } from '../../shared/plain-text'
import { isFrozen } from '../checkout/state'
import { useCheckout } from '../checkout/store'
import { TextField, textError, withoutInvitation } from './controls'

const choices = ['health', 'repose'] as const
/** The words of all languages count, because a switch keeps those that were chosen. */
const readyChoices = Object.values(readyWords).flatMap(words =>
  choices.map(choice => ({ choice, words: words[choice] })),
)

export function PurposeField({ onInput }: { onInput: () => void }) {
  const { state, messages } = useCheckout()
  const { errors, fields } = state
  const frozen = isFrozen(state)
  const [text, setText] = useState(fields.purpose)
  const input = useRef<HTMLTextAreaElement>(null)
  const chosen = readyChoices.find(
    ({ words }) => text.startsWith(words) && !/^\p{L}/u.test(text.slice(words.length)),
  )

  const isReady = text !== '' && text === chosen?.words
  const readText = () => setText(input.current?.value ?? '')
  // Read what was typed before the script arrived.
  useLayoutEffect(readText, [])

  /** Puts the words first, in place of the other button's. A second click takes them back. */
  function toggleWords(choice: (typeof choices)[number]) {
    if (!input.current) return
    const rest = text
      .slice(chosen?.words.length ?? 0)
      .replace(/^[\s,]+/, '')
      .trimEnd()
    input.current.value = [
      choice === chosen?.choice ? '' : readyWords[state.language][choice],
      rest,
    ]
      .filter(Boolean)
      .join(', ')
    input.current.dispatchEvent(new Event('input', { bubbles: true }))
  }

  /** A tap on the ready words invites the visitor to add more. */
  function inviteWords() {
    if (!input.current || !isReady) return
    const invitation = `${text}, `
    input.current.value = invitation
    input.current.setSelectionRange(invitation.length, invitation.length)
    readText()
  }

  function endInvitation() {
    if (input.current) input.current.value = withoutInvitation(input.current.value)
    readText()
  }

  return (
    <TextField
      ref={input}
      name="purpose"
      className={isReady ? 'ready-words' : undefined}
      onClick={inviteWords}
      onBlur={endInvitation}
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
            onClick={() => toggleWords(choice)}
          >
            {keepTogether(readyWords[state.language][choice])}
          </button>
        ))}
      </fieldset>
    </TextField>
  )
}
