import { type FormEvent, useLayoutEffect, useRef } from 'react'
import { textLimit } from '../../shared/candle-order'
import { presetAmounts } from '../../shared/donation-amount'
import type { FormFaults } from '../../shared/order-form'
import { chooseAmount, switchDonation } from '../checkout/choose-amount'
import { readForm } from '../checkout/read-form'
import { type AmountChoice, isFrozen } from '../checkout/state'
import { useCheckout } from './checkout-context'
import { ButtonLabel, isTextName, TextField } from './controls'
import { DonationSection } from './donation-section'

/** The form for one order; the next order gets a new one. */
export function OrderForm() {
  const { store, state, messages } = useCheckout()
  const form = useRef<HTMLFormElement>(null)
  const { errors, fields, freeOrder, locale } = state
  const frozen = isFrozen(state)

  useLayoutEffect(() => {
    // What was touched before the script arrived counts.
    if (!form.current) return
    const { donationEnabled } = readForm(form.current)
    const choice = readChoice(form.current)
    if (donationEnabled !== store.getState().donationEnabled) switchDonation(store, donationEnabled)
    else if (choice !== 'none') chooseAmount(store, choice)
  }, [store])

  function noteInput({ currentTarget: { name } }: FormEvent<HTMLInputElement>) {
    if (isTextName(name)) store.dispatch({ type: 'field-edited', field: name })
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const filled = readForm(event.currentTarget)
    try {
      const { placeFreeOrder } = await import('../checkout/place-free-order')
      focusFirst(await placeFreeOrder(store, filled, locale.language))
    } catch {
      store.dispatch({ type: 'toast-shown', toast: { kind: 'order-failed' } })
    }
  }

  /** The first error; or the button again, which lost the focus while it could not be pressed. */
  function focusFirst(found: FormFaults) {
    const [field] = Object.keys(found)
    const lost = document.activeElement === document.body
    const target = field ? `#${field}` : lost && 'button[name="order"]:enabled'
    if (target) form.current?.querySelector<HTMLElement>(target)?.focus()
  }

  return (
    // "dialog": before the script arrives nothing is sent, and nothing typed gets into the address.
    <form ref={form} method="dialog" noValidate onSubmit={submit} autoComplete="on">
      <TextField
        name="forWhom"
        label={messages.forWhom}
        placeholder={messages.forWhomExample}
        defaultValue={fields.forWhom}
        maxLength={textLimit}
        autoComplete="off"
        required
        disabled={frozen}
        onInput={noteInput}
        error={errors.forWhom && messages.required}
      />
      <TextField
        name="purpose"
        label={messages.purpose}
        placeholder={messages.purposeExample}
        defaultValue={fields.purpose}
        maxLength={textLimit}
        autoComplete="off"
        required
        disabled={frozen}
        onInput={noteInput}
        error={errors.purpose && messages.required}
      />
      <DonationSection onEmailInput={noteInput} />
      <button
        type="submit"
        name="order"
        className="primary"
        hidden={state.donationEnabled}
        disabled={frozen}
      >
        <ButtonLabel>{freeOrder === 'sending' ? messages.ordering : messages.order}</ButtonLabel>
      </button>
    </form>
  )
}

/** The amount that stands chosen in the form. */
function readChoice(form: HTMLFormElement): AmountChoice {
  const chosen = form.querySelector<HTMLInputElement>('input[name="amount"]:checked')?.value
  if (chosen === 'custom') return 'custom'
  return presetAmounts.find(preset => String(preset) === chosen) ?? 'none'
}
