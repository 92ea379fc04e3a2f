import { type FormEvent, useLayoutEffect, useRef } from 'react'
import { textLimit } from '../../shared/candle-order'
import type { FormFaults } from '../../shared/order-form'
import { isFrozen } from '../checkout/desk-state'
import { ButtonWords } from './button-words'
import { chooseAmount, switchDonation } from './choose-amount'
import { DonationSection } from './donation-section'
import { useDesk, usePage } from './page-context'
import { readChosenAmount } from './read-chosen-amount'
import { readForm } from './read-form'
import { isTextName, TextField } from './text-field'

/** One sheet of the form; a new order gets a new one. */
export function OrderForm() {
  const { desk, language, texts } = usePage()
  const state = useDesk()
  const form = useRef<HTMLFormElement>(null)
  const { faults, sheet, step } = state
  const frozen = isFrozen(state)

  useLayoutEffect(() => {
    // What was touched before the script arrived counts.
    if (!form.current) return
    const { donationEnabled } = readForm(form.current)
    if (donationEnabled !== desk.readState().donationEnabled) switchDonation(desk, donationEnabled)
    else chooseAmount(desk, readChosenAmount(form.current))
  }, [desk])

  function noteInput({ currentTarget: { name } }: FormEvent<HTMLInputElement>) {
    if (isTextName(name)) desk.tell({ type: 'words-changed', field: name })
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const filled = readForm(event.currentTarget)
    try {
      const { orderWithoutDonation } = await import('./order-without-donation')
      focusFirst(await orderWithoutDonation(desk, filled, language))
    } catch {
      desk.toasts.show({ kind: 'order-failed' })
    }
  }

  /** The first fault; or the button again, which lost the focus while it could not be pressed. */
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
        label={texts.forWhom}
        placeholder={texts.forWhomExample}
        defaultValue={sheet.forWhom}
        maxLength={textLimit}
        autoComplete="off"
        required
        disabled={frozen}
        onInput={noteInput}
        fault={faults.forWhom && texts.required}
      />
      <TextField
        name="purpose"
        label={texts.purpose}
        placeholder={texts.purposeExample}
        defaultValue={sheet.purpose}
        maxLength={textLimit}
        autoComplete="off"
        required
        disabled={frozen}
        onInput={noteInput}
        fault={faults.purpose && texts.required}
      />
      <DonationSection onEmailInput={noteInput} />
      <button
        type="submit"
        name="order"
        className="primary"
        hidden={state.donationEnabled}
        disabled={frozen}
      >
        <ButtonWords>{step.name === 'ordering' ? texts.ordering : texts.order}</ButtonWords>
      </button>
    </form>
  )
}
