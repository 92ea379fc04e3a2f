import { type MouseEvent, type SubmitEvent, useLayoutEffect, useRef } from 'react'
import type { FormFaults } from '../../shared/order-form'
import { textLimit } from '../../shared/plain-text'
import { useCheckout } from '../checkout/checkout-context'
import { chooseAmount, switchDonation } from '../checkout/choose-amount'
import { toastMessage } from '../checkout/plain-messages'
import { readForm } from '../checkout/read-form'
import { isFrozen, readChoice } from '../checkout/state'
import { ButtonLabel, TextField } from './controls'
import { DonationSection } from './donation-section'

export const orderFormId = 'order-form'

/** The form for one order; the next order gets a new one. */
export function OrderForm() {
  const { store, state, messages } = useCheckout()
  const form = useRef<HTMLFormElement>(null)
  const { errors, fields, freeOrder, locale, orderError } = state
  const frozen = isFrozen(state)
  const sending = freeOrder === 'sending'

  useLayoutEffect(() => {
    // What was touched before the script arrived counts.
    if (!form.current) return
    const { donationEnabled } = readForm(form.current)
    const chosen = form.current.querySelector<HTMLInputElement>('input[name="amount"]:checked')
    const choice = readChoice(chosen?.value)
    if (donationEnabled !== store.getState().donationEnabled) switchDonation(store, donationEnabled)
    else if (choice !== 'none') chooseAmount(store, choice)
  }, [store])

  const noteEdited = (field: keyof FormFaults) => () =>
    store.dispatch({ type: 'field-edited', field })

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    // What the browser began to send by itself before this it sends again: that is one order.
    if (document.documentElement.dataset.sent !== undefined) return
    event.preventDefault()
    const { submitter } = event.nativeEvent
    const filled = readForm(event.currentTarget)
    // Browsers that cannot hide this button while a donation is on show it at all times.
    if (submitter?.getAttribute('name') === 'order') filled.donationEnabled = false
    try {
      const { placeFreeOrder } = await import('../checkout/place-free-order')
      focusFirst(await placeFreeOrder(store, filled, locale.language))
    } catch {
      store.dispatch({ type: 'free-order-failed', toast: { kind: 'order-failed' } })
    }
  }

  function focusFirst(found: FormFaults) {
    const [field] = Object.keys(found)
    if (field) form.current?.querySelector<HTMLElement>(`#${field}`)?.focus()
  }

  return (
    // Without the script, and before it is here, the browser sends the form by itself.
    <form
      ref={form}
      id={orderFormId}
      method="post"
      action={`/?lang=${locale.language}`}
      noValidate
      onSubmit={submit}
      autoComplete="on"
    >
      <TextField
        growing
        name="forWhom"
        label={messages.forWhom}
        note={messages.namesNote}
        placeholder={messages.forWhomExample}
        defaultValue={fields.forWhom}
        maxLength={textLimit}
        autoComplete="off"
        autoCapitalize="words"
        spellCheck={false}
        enterKeyHint="go"
        required
        disabled={frozen}
        onInput={noteEdited('forWhom')}
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
        onInput={noteEdited('purpose')}
        error={errors.purpose && messages.required}
      >
        <div className="chips">
          {[messages.forHealth, messages.forRepose].map(words => (
            <button key={words} type="button" disabled={frozen} onClick={fillPurpose}>
              <span>{words}</span>
            </button>
          ))}
        </div>
      </TextField>
      <DonationSection onEmailInput={noteEdited('email')} />
      {/* Pressed again it does nothing; disabled it would lose the focus while the order is sent. */}
      <button type="submit" name="order" className="primary" aria-disabled={frozen || undefined}>
        <ButtonLabel>{sending ? messages.ordering : messages.order}</ButtonLabel>
      </button>
      {!state.donationEnabled && (
        <p className="for-readers" role="status">
          {sending && messages.ordering}
        </p>
      )}
      {/* Below the button, which must not move under a finger. */}
      {orderError && !state.donationEnabled && (
        <p className="error">{toastMessage(orderError, messages)}</p>
      )}
    </form>
  )
}

/** Puts the pressed words into the purpose: in front of what was typed, in place of the other words. */
function fillPurpose({ currentTarget }: MouseEvent<HTMLButtonElement>) {
  const words = currentTarget.textContent ?? ''
  const purpose = currentTarget.form?.elements.namedItem('purpose')
  if (!(purpose instanceof HTMLInputElement)) return
  const chips = [...(currentTarget.parentElement?.children ?? [])].map(chip => chip.textContent)
  const before = chips.find(chip => purpose.value.startsWith(chip)) ?? ''
  const rest = purpose.value
    .slice(before.length)
    .replace(/^[\s,]+/, '')
    .trimEnd()
  purpose.value = rest ? `${words}, ${rest}` : words
  purpose.dispatchEvent(new Event('input', { bubbles: true }))
}
