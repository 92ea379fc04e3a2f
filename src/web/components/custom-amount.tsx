import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { maximumDonation, minimumDonation } from '../../shared/donation-amount'
import { applyAmount, applyCustomAmount } from '../checkout/apply-amount'
import {
  type AmountReading,
  parseCustomAmount,
  toPlainDigits,
} from '../checkout/parse-custom-amount'
import { amountOf } from '../checkout/state'
import { useCheckout } from '../checkout/store'
import { showAnswer } from '../frame/show-answer'
import { checkoutMessages } from '../locales/checkout-messages'

/** The amount is applied so long after Enter or after the field was left, ms. */
const customAmountDelayMs = 200

/** The field of a custom amount. Each click focuses it. `clicks` is 0 if it was chosen by keys. */
export function CustomAmount({ clicks }: { clicks: number }) {
  const { store, state } = useCheckout()
  const texts = checkoutMessages[state.language]
  const { payment } = state
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [typed, setTyped] = useState('')
  /** A text that was pasted and is no amount. A number field cannot show it. */
  const rejected = useRef<AmountReading>(undefined)

  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (clicks > 0) input.current?.focus()
  }, [clicks])

  useEffect(() => {
    const field = input.current
    const listen = (event: InputEvent) => insert(event, write)
    field?.addEventListener('beforeinput', listen)
    return () => field?.removeEventListener('beforeinput', listen)
  })

  // If the change of amount failed, the payment keeps its amount.
  const kept = payment.kind === 'open' ? payment.donation.uah : undefined
  useEffect(() => {
    if (kept === undefined || !input.current) return
    input.current.value = String(kept)
    rejected.current = undefined
  }, [kept])

  function applySoon() {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setTyped('')
      const form = input.current?.form
      const isNew = rejected.current
        ? applyAmount(store, rejected.current)
        : form && applyCustomAmount(store, form)
      if (!isNew || store.getState().payment.kind === 'none') return
      // A phone's keyboard would cover the card form.
      input.current?.blur()
      showAnswer()
    }, customAmountDelayMs)
  }

  function handleKey(event: KeyboardEvent) {
    const { key, repeat } = event
    if (key === 'Enter') applySoon()
    // A key that is held down makes one step.
    else if (!repeat || (key !== 'ArrowUp' && key !== 'ArrowDown')) return
    event.preventDefault()
  }

  /** Text typed after Enter is another amount. The earlier one must not take the focus away from it. */
  function edit(text: string, amount?: AmountReading) {
    clearTimeout(timer.current)
    rejected.current = amount
    setTyped(text)
  }

  /** Replaces the text of the field. */
  function write(text: string) {
    const field = input.current
    const amount = parseCustomAmount(text)
    if (!field || amount.kind === 'empty') return
    field.value = amount.kind === 'amount' ? String(amount.uah) : ''
    edit(field.value, amount.kind === 'amount' ? undefined : amount)
  }

  /** Leads on from the field, which applies the amount as well. */
  function next() {
    if (input.current?.value === '' && !rejected.current) input.current.focus()
    else applySoon()
  }

  const reading = parseCustomAmount(typed)
  const error = reading.kind === 'amount' ? undefined : state.customAmountError
  const hint = reading.kind === 'amount' ? texts.nextAmount(reading.uah) : texts.customAmountHint

  return (
    <div className="field">
      <label htmlFor="customAmount">{texts.customAmountLabel}</label>
      <div className="with-button">
        <input
          ref={input}
          id="customAmount"
          name="customAmount"
          type="number"
          inputMode="numeric"
          enterKeyHint="done"
          min={minimumDonation}
          max={maximumDonation}
          step={1}
          autoComplete="off"
          defaultValue={amountOf(payment)}
          aria-invalid={error !== undefined}
          aria-describedby="customAmount-error customAmount-hint"
          onInput={event => edit(event.currentTarget.value)}
          // The wheel should scroll the page and change no amount.
          onWheel={event => event.currentTarget.blur()}
          onBlur={({ relatedTarget }) => relatedTarget?.closest('dialog') || applySoon()}
          onKeyDown={handleKey}
        />
        <button
          type="button"
          className="quiet"
          aria-label={`${texts.next}: ${texts.customAmountLabel}`}
          onClick={next}
        >
          {texts.next}
        </button>
      </div>
      <p className="error" id="customAmount-error" aria-live="polite">
        {error && texts[error]}
      </p>
      {(!error || typed) && (
        <p className="hint" id="customAmount-hint">
          {hint}
        </p>
      )}
    </div>
  )
}

/**
 * Inserts what is typed. A comma is a decimal sign, spaces group digits, and digits of all scripts count.
 * Several characters at once are pasted, dropped or dictated. The browser itself would drop all but the
 * digits, so `500,00` would become 50,000.
 */
function insert(event: InputEvent, write: (text: string) => void) {
  const { data } = event
  if (!data || /^\d+$/.test(data)) return
  if (data.length > 1) {
    event.preventDefault()
    return write(data)
  }
  const plain = toPlainDigits(data)
    .replaceAll(',', '.')
    .replace(/[\s'’]/g, '')
  if (plain === data) return
  // No other method writes at the caret of a number field.
  if (plain === '' || document.execCommand('insertText', false, plain)) event.preventDefault()
}
