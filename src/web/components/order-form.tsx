import { type SubmitEvent, useEffect, useRef } from 'react'
import { type FormErrors, findFormErrors } from '../../shared/form-state'
import { textLimit } from '../../shared/plain-text'
import { switchDonation } from '../checkout/choose-amount'
import { isFrozen } from '../checkout/state'
import { useCheckout } from '../checkout/store'
import { withTimeout } from '../waits'
import { readForm, submitForm, TextField } from './controls'
import { DonationSection } from './donation-section'
import { PurposeField } from './purpose-field'

export const orderFormId = 'order-form'

export function OrderForm() {
  const { store, state, messages } = useCheckout()
  const form = useRef<HTMLFormElement>(null)
  const sendsEmail = useRef(false)
  const wasCodeLost = useRef(false)
  const { errors, fields, freeOrder, language } = state
  const frozen = isFrozen(state)
  const sending = freeOrder === 'sending'
  const label = sending ? messages.ordering : messages.order

  // Switched on again, the donation takes its email with it when it is switched off.
  useEffect(() => {
    if (state.donationEnabled) sendsEmail.current = false
  }, [state.donationEnabled])

  const noteEdited = (field: keyof FormErrors) => () =>
    store.dispatch({ type: 'field-edited', field })

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    // The browser has begun to submit the form: let it submit again, as the server takes both as one order.
    if (document.documentElement.dataset.sent !== undefined) return
    event.preventDefault()
    if (isFrozen(store.getState())) return
    const { submitter } = event.nativeEvent
    const filled = readForm(event.currentTarget)
    // Browsers without `:has()` show the order button while a donation is on, too.
    if (submitter?.matches('[name="order"], [name="withoutDonation"]')) {
      if (filled.donationEnabled) {
        switchDonation(store, false, filled.email)
        sendsEmail.current = true
      }
      filled.donationEnabled = false
      // This button hides the email field, so its address still counts at the next press.
      if (sendsEmail.current) filled.email = store.getState().fields.email
    }
    const found = findFormErrors(filled)
    store.dispatch({ type: 'form-validated', errors: found })
    const [firstInvalid] = Object.keys(found)
    if (firstInvalid) form.current?.querySelector<HTMLElement>(`#${firstInvalid}`)?.focus()
    // With a donation the order is sent after the payment.
    if (firstInvalid || filled.donationEnabled) return
    store.dispatch({ type: 'free-order-started' })
    try {
      const { placeFreeOrder } = await withTimeout(import('../checkout/place-free-order'))
      await placeFreeOrder(store, filled, language)
    } catch {
      store.dispatch({ type: 'free-order-failed' })
      if (wasCodeLost.current) await submitPlainly(filled.email)
      wasCodeLost.current = true
    }
  }

  /** As without the script: some browsers never load a module again that was lost once. */
  async function submitPlainly(email: string) {
    const isUp = await withTimeout(fetch('/api/live')).then(
      ({ ok }) => ok,
      () => false,
    )
    if (!isUp || !form.current || isFrozen(store.getState())) return
    const addEmail = ({ formData }: FormDataEvent) => {
      formData.set('email', email)
      formData.set('withoutDonation', '')
    }
    if (email) form.current.addEventListener('formdata', addEmail, { once: true })
    document.documentElement.dataset.sent = ''
    submitForm()
  }

  return (
    // Without the script, or before it has loaded, the browser submits the form to its own address,
    // which keeps the settings of the embedding page.
    <form ref={form} id={orderFormId} method="post" noValidate onSubmit={submit}>
      <input type="hidden" name="lang" value={language} />
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
      <PurposeField onInput={noteEdited('purpose')} />
      <DonationSection onEmailInput={noteEdited('email')} />
      {state.donationEnabled && (
        <button type="submit" name="withoutDonation" className="quiet" disabled={frozen}>
          {messages.orderWithoutDonation}
        </button>
      )}
      {/* Pressed again it does nothing; disabled it would lose the focus while the order is sent. */}
      <button type="submit" name="order" className="primary" aria-disabled={frozen || undefined}>
        {/* A new element for a new text, whose words would slide. */}
        <span key={label}>{label}</span>
      </button>
      {!state.donationEnabled && (
        <p className="for-readers" role="status">
          {sending && messages.ordering}
        </p>
      )}
      {/* Below the button, which must not move under a finger. */}
      {freeOrder === 'failed' && !state.donationEnabled && (
        <p className="error">{messages.orderFailed}</p>
      )}
    </form>
  )
}
