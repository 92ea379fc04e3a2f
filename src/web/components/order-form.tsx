import { type SubmitEvent, use, useRef } from 'react'
import { type FormErrors, type FormState, findFormErrors } from '../../shared/form-state'
import { excessOf } from '../../shared/plain-text'
import { switchDonation } from '../checkout/choose-amount'
import { type CheckoutState, isFrozen } from '../checkout/state'
import { useCheckout } from '../checkout/store'
import { loadCheckout } from '../load-checkout'
import { withTimeout } from '../timing'
import { CheckoutModuleContext } from './checkout-module-context'
import { orderFormId, readForm, submitForm, TextField, textError } from './controls'
import { DonationSection } from './donation-section'
import { PurposeField } from './purpose-field'

/** Once the fields are filled, Enter leads from the email to Pay, and from others to the amounts. */
const payButton = ['[name="pay"]:enabled']
const amounts = ['.amounts :checked', '.amounts :enabled']

function focusFirst(form: HTMLFormElement | null, selectors: string[]) {
  const found = selectors.map(selector => form?.querySelector<HTMLElement>(selector))
  found.find(Boolean)?.focus()
}

/** Finds the control that the visitor has to use next, or returns null if the form can be sent. */
function findNextStep(filled: FormState, found: FormErrors): string[] | null {
  const [firstInvalid] = Object.keys(found)
  if (firstInvalid) return [`#${firstInvalid}`]
  if (!filled.donationEnabled) return null
  return document.activeElement?.id === 'email' ? payButton : amounts
}

/** The button without a donation is filled if it is the only one, and quiet beside Pay. */
function withoutDonationLook({ cards, choice }: CheckoutState) {
  if (cards.kind === 'unavailable') return 'primary'
  return choice === 'none' ? 'quiet' : 'plain'
}

export function OrderForm() {
  const { store, state, messages } = useCheckout()
  const checkoutModule = use(CheckoutModuleContext)
  const form = useRef<HTMLFormElement>(null)
  const wasModuleLost = useRef(false)
  const { errors, fields, freeOrder, language } = state
  const frozen = isFrozen(state)
  const sending = freeOrder === 'sending'
  const label = sending ? messages.ordering : messages.order

  const markEdited = (field: keyof FormErrors) => () => {
    const excess = form.current ? excessOf(readForm(form.current)[field]) : 0
    store.dispatch({ type: 'field-edited', field, excess })
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    // The browser itself is sending the form already: it was clicked before this script ran (`recordEarly`
    // of prerender.tsx), or by `submitPlainly`. It may send it again: the server takes both as one order.
    if (document.documentElement.dataset.sent !== undefined) return
    event.preventDefault()
    if (isFrozen(store.getState())) return
    // On Enter in a card's field the provider's script submits the form around it.
    if (document.activeElement?.closest('.card-element')) return focusFirst(form.current, payButton)
    const { submitter } = event.nativeEvent
    const filled = readForm(event.currentTarget)
    const hasDonation = filled.donationEnabled
    // Browsers without `:has()` show the order button while a donation is on, too.
    if (submitter?.matches('[name="order"], [name="withoutDonation"]')) {
      // Safari does not focus a clicked button, so a dialog could not give the focus back.
      submitter.focus()
      filled.donationEnabled = false
    }
    const found = findFormErrors(filled)
    const { forWhom, purpose, ...ofEmail } = found
    // With a donation Enter leads on, and an empty field is no error yet.
    store.dispatch({ type: 'form-validated', errors: filled.donationEnabled ? ofEmail : found })
    const next = findNextStep(filled, found)
    if (next) return focusFirst(event.currentTarget, next)
    // Only now that the order goes out is the donation switched off, with its payment, the typed card and
    // the email's field.
    if (hasDonation) switchDonation(store, false, filled.email)
    store.dispatch({ type: 'free-order-started' })
    try {
      const { sendFreeOrder } = await withTimeout(loadCheckout())
      await sendFreeOrder(store, filled, language)
    } catch {
      store.dispatch({ type: 'free-order-failed', failure: { kind: 'order-failed' } })
      if (wasModuleLost.current) await submitPlainly()
      wasModuleLost.current = true
    }
  }

  /** Submits without the script, because some browsers never reload a module that was lost once. */
  async function submitPlainly() {
    const isUp = await withTimeout(fetch('/api/live')).then(
      ({ ok }) => ok,
      () => false,
    )
    if (!isUp || !form.current || isFrozen(store.getState())) return
    document.documentElement.dataset.sent = ''
    submitForm(form.current)
  }

  return (
    // Without the script, or before it has loaded, the browser submits the form to its own address,
    // which keeps the settings of the embedding page.
    <form ref={form} id={orderFormId} method="post" noValidate onSubmit={submit}>
      <input type="hidden" name="lang" value={language} />
      <div className="church-slip">
        <TextField
          name="forWhom"
          label={messages.forWhom}
          note={messages.namesNote}
          placeholder={messages.forWhomExample}
          defaultValue={fields.forWhom}
          autoCapitalize="words"
          spellCheck={false}
          enterKeyHint="next"
          required
          disabled={frozen}
          onInput={markEdited('forWhom')}
          error={textError(errors.forWhom, messages)}
        />
        <PurposeField onInput={markEdited('purpose')} />
      </div>
      <DonationSection onEmailInput={markEdited('email')} />
      {state.donationEnabled && (
        <button
          type="submit"
          name="withoutDonation"
          className={withoutDonationLook(state)}
          disabled={frozen}
        >
          {messages.orderWithoutDonation}
        </button>
      )}
      {/* A disabled button would lose the focus while the order is sent, so a second click is ignored. */}
      <button type="submit" name="order" className="primary" aria-disabled={frozen || undefined}>
        {/* A new text needs a new element, or its words would slide. */}
        <span key={label}>{label}</span>
      </button>
      <p className="visually-hidden" role="status">
        {sending && messages.ordering}
      </p>
      {/* This is below the button, which must not move under a finger. */}
      {typeof freeOrder === 'object' &&
        (checkoutModule ? (
          <checkoutModule.OrderFailure failure={freeOrder} />
        ) : (
          <p className="error">{messages.orderFailed}</p>
        ))}
    </form>
  )
}
