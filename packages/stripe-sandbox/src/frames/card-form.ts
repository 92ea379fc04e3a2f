import { type Caller, confirmIntent, retrieveIntent } from '../browser/call-api'
import { ownMessage } from '../browser/card-messages'
import type {
  BrowserIntent,
  CardCalls,
  CardOptions,
  ConfirmRequest,
  IntentAnswer,
  StripeError,
} from '../browser/frame-talk'
import { applyAppearance } from './appearance'
import { writeCaptions } from './captions'
import { type FieldName, type FieldTexts, fieldFault } from './card-fault'
import { type CardField, cardField, showError } from './card-field'
import { digitsOf } from './card-number-text'
import { expiryParts } from './expiry-text'
import { type Emit, listenToFields } from './listen-to-fields'

type Answers = {
  [K in keyof CardCalls]: (
    argument: Parameters<CardCalls[K]>[0],
  ) => ReturnType<CardCalls[K]> | Promise<ReturnType<CardCalls[K]>>
}

/** The form in the frame: what the page may ask of it, and what it tells by itself. */
export function startCardForm(emit: Emit): Answers {
  const fields = (['number', 'expiry', 'cvc'] as const).map(cardField)
  let options: CardOptions = { apiKey: '', clientSecret: null, locale: 'en', appearance: {} }
  const shown = new Map<FieldName, string>()

  const texts = (): FieldTexts => ({
    number: textOf(fields, 'number'),
    expiry: textOf(fields, 'expiry'),
    cvc: textOf(fields, 'cvc'),
  })
  const faultOf = (name: FieldName) => fieldFault(name, texts(), new Date())
  const caller = (): Caller => ({
    base: location.origin,
    apiKey: options.apiKey,
    locale: options.locale,
  })

  const judge = (field: CardField) => {
    const fault = faultOf(field.name)
    if (fault) shown.set(field.name, fault)
    else shown.delete(field.name)
    showError(field, fault ? ownMessage(fault, options.locale) : '')
    return fault
  }
  const tellChange = () =>
    emit('change', {
      empty: fields.every(field => field.input.value === ''),
      complete: fields.every(field => faultOf(field.name) === undefined),
    })
  const tellHeight = () => emit('height', Math.ceil(document.body.getBoundingClientRect().height))

  const dress = () => {
    const captions = writeCaptions(options.locale)
    applyAppearance(options.appearance)
    for (const field of fields) {
      field.input.placeholder = captions[`${field.name}Placeholder`]
      if (shown.has(field.name)) judge(field)
    }
    tellHeight()
  }

  const validate = (): StripeError | null => {
    const faults = fields.map(field => ({ field, code: judge(field) }))
    const first = faults.find(fault => fault.code !== undefined)
    tellHeight()
    if (!first?.code) return null
    first.field.input.focus()
    const message = ownMessage(first.code, options.locale)
    return { type: 'validation_error', code: first.code, message }
  }

  listenToFields(fields, texts, { emit, judge, faultOf, shown, tellChange, tellHeight })

  return {
    setUp: async given => {
      options = given
      dress()
      new ResizeObserver(tellHeight).observe(document.body)
      if (given.clientSecret === null) return { error: null }
      const { error, paymentIntent } = await retrieveIntent(caller(), given.clientSecret)
      return { error: error ?? terminalFault(paymentIntent) }
    },
    update: changed => {
      options = { ...options, ...changed }
      dress()
      return undefined
    },
    validate: () => ({ error: validate() }),
    confirm: async request => {
      const error = validate()
      if (error) return { error }
      for (const { input } of fields) input.disabled = true
      try {
        return await sendCard(caller(), request, texts())
      } finally {
        for (const { input } of fields) input.disabled = false
      }
    },
    focus: () => void fields[0]?.input.focus(),
    blur: () => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      return undefined
    },
    clear: () => {
      for (const field of fields) {
        field.input.value = ''
        showError(field, '')
      }
      shown.clear()
      tellChange()
      return undefined
    },
  }
}

/** A payment that has ended takes no card any more, and no form is shown for it. */
function terminalFault(intent: BrowserIntent): StripeError | null {
  if (intent.status !== 'succeeded' && intent.status !== 'canceled') return null
  return {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `The payment intent is ${intent.status}, a terminal state: no form can be opened for it.`,
    payment_intent: intent,
  }
}

function textOf(fields: readonly CardField[], name: FieldName): string {
  return fields.find(field => field.name === name)?.input.value ?? ''
}

/** The page's own details of the holder go along with the card. */
function sendCard(
  caller: Caller,
  { clientSecret, params }: ConfirmRequest,
  texts: FieldTexts,
): Promise<IntentAnswer> {
  const { month, year } = expiryParts(texts.expiry)
  return confirmIntent(caller, clientSecret, {
    ...params,
    payment_method_data: {
      ...params.payment_method_data,
      type: 'card',
      card: {
        number: digitsOf(texts.number),
        exp_month: Number(month),
        exp_year: Number(year),
        cvc: digitsOf(texts.cvc),
      },
    },
  })
}
