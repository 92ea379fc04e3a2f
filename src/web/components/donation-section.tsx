import { use, useState } from 'react'
import { presetAmounts } from '../../shared/donation-amount'
import { chooseAmount, switchDonation } from '../checkout/choose-amount'
import { type AmountChoice, amountOf, isAmountLocked, isFrozen } from '../checkout/state'
import { useCheckout } from '../checkout/store'
import { showAnswer } from '../frame/show-answer'
import { CheckoutModuleContext } from './checkout-module-context'
import { readForm, TextField } from './controls'
import { DonationLink } from './donation-link'
import { PaymentArea } from './payment-area'

export function DonationSection({ onEmailInput }: { onEmailInput: () => void }) {
  const { store, state, messages, temple } = useCheckout()
  const checkoutModule = use(CheckoutModuleContext)
  const { donationEnabled, errors, fields } = state
  const frozen = isFrozen(state)
  // While a payment is checked, its donation and address stay as they are.
  const locked = isAmountLocked(state)
  const switchOn = (on: boolean, form: HTMLFormElement | null) =>
    switchDonation(store, on, form ? readForm(form).email : undefined)

  return (
    <section className="donation" aria-label={messages.donation}>
      <label className="switch">
        <input
          type="checkbox"
          name="donationEnabled"
          checked={donationEnabled}
          disabled={frozen || (donationEnabled && locked)}
          aria-describedby={state.cards.kind === 'unavailable' ? undefined : 'donation-hint'}
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
          <PaymentArea>
            <TextField
              name="email"
              // In an email field Chrome turns a Cyrillic domain into ASCII.
              type="text"
              inputMode="email"
              autoCapitalize="none"
              label={messages.email}
              note={messages.emailNote}
              // Screen readers announce a region only if it was there before its text.
              hint={<span role="status">{checkoutModule && <checkoutModule.EmailHint />}</span>}
              autoComplete="email"
              defaultValue={fields.email}
              disabled={locked || state.cards.kind === 'unavailable'}
              onInput={onEmailInput}
              error={errors.email ? messages.invalidEmail : undefined}
            />
          </PaymentArea>
          <DonationLink href={temple?.link} language={state.language} />
          {/* The amounts and the card form need the script. */}
          <noscript>
            <div className="payment-area">
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
  const checkoutModule = use(CheckoutModuleContext)
  const closed = state.cards.kind === 'unavailable' || isAmountLocked(state)
  const [clicks, setClicks] = useState(0)
  const own = state.choice === 'custom' && amountOf(state.payment)?.toLocaleString(state.language)
  return (
    <fieldset className="amounts" disabled={closed}>
      <legend>
        <span className="label">
          {`${messages.amount} `}
          <small className="hint next">
            <span>{messages.cardNext}</span>
            <span className="still-loading">{messages.stillLoading}</span>
          </small>
        </span>
      </legend>
      <div className="amount-grid">
        {choices.map(choice => (
          <label key={choice} className="amount">
            <input
              type="radio"
              name="amount"
              value={choice}
              checked={state.choice === choice}
              // Arrow keys fire `click` too, with `detail` 0. Only a real click focuses the custom amount.
              onClick={({ detail }) => {
                setClicks(detail > 0 ? clicks + 1 : 0)
                // A click on the chosen amount is another attempt after a failure.
                chooseAmount(store, choice)
              }}
              onChange={() => {
                chooseAmount(store, choice)
                showAnswer()
              }}
            />
            <span>{choice === 'custom' ? own || messages.customAmount : choice}</span>
          </label>
        ))}
      </div>
      {state.choice === 'custom' && checkoutModule && (
        <checkoutModule.CustomAmount clicks={clicks} />
      )}
    </fieldset>
  )
}
