import type { FormEvent } from 'react'
import { isFrozen } from '../checkout/desk-state'
import { AmountChoice } from './amount-choice'
import { useCardPayments } from './card-payments-context'
import { switchDonation } from './choose-amount'
import { useDesk, usePage } from './page-context'
import { PaymentArea } from './payment-area'
import { TextField } from './text-field'

interface DonationSectionProps {
  onEmailInput: (event: FormEvent<HTMLInputElement>) => void
}

export function DonationSection({ onEmailInput }: DonationSectionProps) {
  const { desk, texts } = usePage()
  const state = useDesk()
  const cards = useCardPayments()
  const { donationEnabled, faults, sheet } = state
  const frozen = isFrozen(state)

  return (
    <section className="donation" aria-label={texts.donation}>
      <label className="switch">
        <input
          type="checkbox"
          name="donationEnabled"
          checked={donationEnabled}
          disabled={frozen}
          aria-describedby="donation-hint"
          onChange={event => switchDonation(desk, event.target.checked)}
        />
        <span>{texts.donation}</span>
      </label>
      <p className="hint" id="donation-hint">
        {texts.donationHint}
      </p>
      <label hidden>
        <input
          type="checkbox"
          name="noDonation"
          checked={!donationEnabled}
          disabled={frozen}
          onChange={event => switchDonation(desk, !event.target.checked)}
        />
        {texts.noDonation}
      </label>
      {donationEnabled && (
        <>
          <TextField
            name="email"
            type="email"
            label={texts.email}
            hint={texts.emailHint}
            autoComplete="email"
            defaultValue={sheet.email}
            disabled={frozen}
            onInput={onEmailInput}
            fault={faults.email && texts.invalidEmail}
          />
          <AmountChoice closed={cards.kind === 'unavailable'} />
          <PaymentArea />
        </>
      )}
    </section>
  )
}
