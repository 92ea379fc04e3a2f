import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { maximumDonation, minimumDonation, readCustomAmount } from '../../shared/donation-amount'
import { applyCustomAmount } from '../checkout/choose-amount'
import { amountOf } from '../checkout/state'
import { useCheckout } from '../checkout/store'
import { lateMessages } from '../locales/late-messages'

/** How long after leaving the field or pressing Enter the amount is applied, in ms. */
const customAmountDelay = 200

/** Each tap or click focuses the field; `presses` 0: it was chosen by keys. */
export function CustomAmount({ presses }: { presses: number }) {
  const { store, state } = useCheckout()
  const late = lateMessages[state.language]
  const { payment } = state
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [typed, setTyped] = useState('')

  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (presses > 0) input.current?.focus()
  }, [presses])

  // The change of amount failed, so the payment keeps its amount.
  const kept = payment.kind === 'open' ? payment.order.uah : undefined
  useEffect(() => {
    if (kept !== undefined && input.current) input.current.value = String(kept)
  }, [kept])

  function applySoon() {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setTyped('')
      const form = input.current?.form
      if (form) applyCustomAmount(store, form)
    }, customAmountDelay)
  }

  function applyOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    applySoon()
  }

  /** A press from inside the field blurs it, which applies the amount as well. */
  function next() {
    if (input.current?.value === '') input.current.focus()
    else applySoon()
  }

  const reading = readCustomAmount(typed)
  const error = reading.kind === 'amount' ? undefined : state.customAmountError
  const hint = reading.kind === 'amount' ? late.nextAmount(reading.uah) : late.customAmountHint

  return (
    <div className="field">
      <label htmlFor="customAmount">{late.customAmountLabel}</label>
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
          onInput={event => setTyped(event.currentTarget.value)}
          onBlur={({ relatedTarget }) => relatedTarget?.closest('dialog') || applySoon()}
          onKeyDown={applyOnEnter}
        />
        <button type="button" className="quiet" onClick={next}>
          {late.next}
        </button>
      </div>
      <p className="error" id="customAmount-error" aria-live="polite">
        {error && late[error]}
      </p>
      {(!error || typed) && (
        <p className="hint" id="customAmount-hint">
          {hint}
        </p>
      )}
    </div>
  )
}
