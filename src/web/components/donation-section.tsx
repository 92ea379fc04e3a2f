import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { maximumDonation, minimumDonation, presetAmounts } from '../../shared/donation-amount'
import { applyCustomAmount, chooseAmount, switchDonation } from '../checkout/choose-amount'
import {
  type AmountChoice,
  amountOf,
  type CustomAmountError,
  isAmountLocked,
  isFrozen,
} from '../checkout/state'
import { useCheckout } from './checkout-context'
import { TextField } from './controls'
import { PaymentArea } from './payment-area'

interface DonationSectionProps {
  onEmailInput: (event: FormEvent<HTMLInputElement>) => void
}

export function DonationSection({ onEmailInput }: DonationSectionProps) {
  const { store, state, messages } = useCheckout()
  const { donationEnabled, errors, fields } = state
  const frozen = isFrozen(state)

  return (
    <section className="donation" aria-label={messages.donation}>
      <label className="switch">
        <input
          type="checkbox"
          name="donationEnabled"
          checked={donationEnabled}
          disabled={frozen}
          aria-describedby="donation-hint"
          onChange={event => switchDonation(store, event.target.checked)}
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
          onChange={event => switchDonation(store, !event.target.checked)}
        />
        {messages.noDonation}
      </label>
      {donationEnabled && (
        <>
          <TextField
            name="email"
            type="email"
            label={messages.email}
            hint={messages.emailHint}
            autoComplete="email"
            defaultValue={fields.email}
            disabled={frozen}
            onInput={onEmailInput}
            error={errors.email && messages.invalidEmail}
          />
          <Amounts />
          <PaymentArea />
        </>
      )}
    </section>
  )
}

const choices = [...presetAmounts, 'custom'] as const satisfies readonly AmountChoice[]

function Amounts() {
  const { store, state, messages } = useCheckout()
  const closed = state.cards.kind === 'unavailable' || isAmountLocked(state)
  return (
    <fieldset className="amounts" disabled={closed}>
      <legend>
        {messages.amount}, {messages.amountUnit}
      </legend>
      <div className="amount-grid">
        {choices.map(choice => (
          <label key={choice} className="amount">
            <input
              type="radio"
              name="amount"
              value={choice}
              checked={state.choice === choice}
              onChange={() => chooseAmount(store, choice)}
            />
            <span>{choice === 'custom' ? messages.customAmount : choice}</span>
          </label>
        ))}
      </div>
      {state.choice === 'custom' && <CustomAmount />}
    </fieldset>
  )
}

/** How long after leaving the field or pressing Enter the amount is applied, in ms. */
const customAmountDelay = 200

function CustomAmount() {
  const { store, state, messages } = useCheckout()
  const { customAmountError: error, payment } = state
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => () => clearTimeout(timer.current), [])

  // Another amount was wanted and could not be had: the payment stays the one it was.
  const kept = payment.kind === 'open' ? payment.order.uah : undefined
  useEffect(() => {
    if (kept !== undefined && input.current) input.current.value = String(kept)
  }, [kept])

  function applySoon() {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const form = input.current?.form
      if (form) applyCustomAmount(store, form)
    }, customAmountDelay)
  }

  function applyOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    applySoon()
  }

  const errorMessages: Record<CustomAmountError, string> = {
    below: messages.belowMinimum,
    above: messages.aboveMaximum,
    'not-whole': messages.notWhole,
  }

  return (
    <div className="field">
      <label htmlFor="customAmount">{messages.customAmountLabel}</label>
      <input
        ref={input}
        id="customAmount"
        name="customAmount"
        type="number"
        inputMode="numeric"
        min={minimumDonation}
        max={maximumDonation}
        step={1}
        autoComplete="off"
        defaultValue={amountOf(payment)}
        aria-invalid={error !== undefined}
        aria-describedby="customAmount-note"
        onBlur={applySoon}
        onKeyDown={applyOnEnter}
      />
      <p className={error ? 'error' : 'hint'} id="customAmount-note" aria-live="polite">
        {error ? errorMessages[error] : messages.customAmountHint}
      </p>
    </div>
  )
}
