import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import {
  maximumDonation,
  minimumDonation,
  presetAmounts,
  readCustomAmount,
} from '../../shared/donation-amount'
import { emailLimit } from '../../shared/email-address'
import { applyCustomAmount, chooseAmount, switchDonation } from '../checkout/choose-amount'
import { type AmountChoice, amountOf, isAmountLocked, isFrozen } from '../checkout/state'
import { useCheckout } from '../checkout/store'
import { readForm, TextField } from './controls'
import { PaymentArea } from './payment-area'

export function DonationSection({ onEmailInput }: { onEmailInput: () => void }) {
  const { store, state, messages } = useCheckout()
  const { donationEnabled, errors, fields } = state
  const frozen = isFrozen(state)
  const switchOn = (on: boolean, form: HTMLFormElement | null) =>
    switchDonation(store, on, form ? readForm(form).email : undefined)

  return (
    <section className="donation" aria-label={messages.donation}>
      <label className="switch">
        <input
          type="checkbox"
          name="donationEnabled"
          checked={donationEnabled}
          disabled={frozen}
          aria-describedby="donation-hint"
          onChange={event => switchOn(event.target.checked, event.target.form)}
        />
        <span>{messages.donation}</span>
      </label>
      <p className="hint" id="donation-hint">
        {messages.donationHint}
      </p>
      <label hidden>
        <input
          type="checkbox"
          name="noDonation"
          checked={!donationEnabled}
          disabled={frozen}
          onChange={event => switchOn(!event.target.checked, event.target.form)}
        />
        {messages.orderWithoutDonation}
      </label>
      {donationEnabled && (
        <>
          <Amounts />
          <TextField
            name="email"
            type="email"
            label={messages.email}
            hint={messages.emailHint}
            autoComplete="email"
            defaultValue={fields.email}
            maxLength={emailLimit}
            disabled={frozen}
            onInput={onEmailInput}
            error={errors.email && messages.invalidEmail}
          />
          <PaymentArea />
          {/* In place of the amounts and the card form, which need the script. */}
          <noscript>
            <div className="payment-area unavailable">
              <p className="strong">{messages.paymentUnavailable}</p>
              <p>{messages.paymentUnavailableHint}</p>
            </div>
          </noscript>
        </>
      )}
    </section>
  )
}

const choices = [...presetAmounts, 'custom'] as const satisfies readonly AmountChoice[]

function Amounts() {
  const { store, state, messages } = useCheckout()
  const closed = state.cards.kind === 'unavailable' || isAmountLocked(state)
  const [presses, setPresses] = useState(0)
  return (
    <fieldset className="amounts" disabled={closed}>
      <legend>{messages.amount}</legend>
      <div className="amount-grid">
        {choices.map(choice => (
          <label key={choice} className="amount">
            <input
              type="radio"
              name="amount"
              value={choice}
              checked={state.choice === choice}
              // Keys that walk through the amounts count no click.
              onClick={({ detail }) => setPresses(detail > 0 ? presses + 1 : 0)}
              onChange={() => chooseAmount(store, choice)}
            />
            {choice === 'custom' ? (
              <span>{messages.customAmount}</span>
            ) : (
              <span>
                {choice} <small>{messages.amountUnit}</small>
              </span>
            )}
          </label>
        ))}
      </div>
      {state.choice === 'custom' && <CustomAmount presses={presses} />}
    </fieldset>
  )
}

/** How long after leaving the field or pressing Enter the amount is applied, in ms. */
const customAmountDelay = 200

/** Each tap or click focuses the field; `presses` 0: it was chosen by keys. */
function CustomAmount({ presses }: { presses: number }) {
  const { store, state, messages } = useCheckout()
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
  const hint =
    reading.kind === 'amount' ? messages.nextAmount(reading.uah) : messages.customAmountHint

  return (
    <div className="field">
      <label htmlFor="customAmount">{messages.customAmountLabel}</label>
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
          {messages.next}
        </button>
      </div>
      <p className="error" id="customAmount-error" aria-live="polite">
        {error && messages[error]}
      </p>
      {(!error || typed) && (
        <p className="hint" id="customAmount-hint">
          {hint}
        </p>
      )}
    </div>
  )
}
