import {
  type BrowserIntent,
  type Caller,
  confirmIntent,
  type IntentAnswer,
  retrieveIntent,
  type StripeError,
} from '../browser/call-api'
import {
  type Appearance,
  type CardCalls,
  type CardEvents,
  type CardOptions,
  type ConfirmRequest,
  connectMessage,
  type FromFrame,
  type ToFrame,
} from '../browser/card-channel'
import { ownMessage } from '../browser/card-messages'
import { writeCaptions } from './captions'
import {
  digitsOf,
  expiryParts,
  type FieldName,
  type FieldTexts,
  fieldError,
  formatField,
} from './card-text'

/** The card form in its frame: what the page may ask of it, and what it tells by itself. */
interface CardField {
  name: FieldName
  input: HTMLInputElement
  error: HTMLElement
}

const fields = (['number', 'expiry', 'cvc'] as const).map(findField)
const shown = new Set<FieldName>()
let options: CardOptions = { apiKey: '', clientSecret: null, locale: 'en', appearance: {} }
let port: MessagePort | undefined

const send = (message: FromFrame) => port?.postMessage(message)
const emit = <E extends keyof CardEvents>(event: E, detail: CardEvents[E]) =>
  port?.postMessage({ event, detail })
const caller = (): Caller => ({ ...options, base: location.origin })
const errorOf = (name: FieldName) => fieldError(name, texts(), new Date())

function findField(name: FieldName): CardField {
  const input = document.getElementById(`Field-${name}Input`)
  const error = document.getElementById(`Field-${name}Error`)
  if (!(input instanceof HTMLInputElement) || !error) throw new Error(`No field ${name}`)
  return { name, input, error }
}

function texts(): FieldTexts {
  const [number = '', expiry = '', cvc = ''] = fields.map(({ input }) => input.value)
  return { number, expiry, cvc }
}

/** Shows what is wrong with a field, or that nothing is. */
function check({ name, input, error }: CardField) {
  const code = errorOf(name)
  if (code) shown.add(name)
  else shown.delete(name)
  error.textContent = code ? ownMessage(code, options.locale) : ''
  if (code) input.setAttribute('aria-invalid', 'true')
  else input.removeAttribute('aria-invalid')
  return code
}

function emitChange(): void {
  emit('change', {
    empty: fields.every(field => field.input.value === ''),
    complete: fields.every(field => errorOf(field.name) === undefined),
  })
}

function emitHeight(): void {
  emit('height', Math.ceil(document.body.getBoundingClientRect().height))
}

function render(): void {
  const captions = writeCaptions(options.locale)
  applyAppearance(options.appearance)
  for (const field of fields) {
    field.input.placeholder = captions[`${field.name}Placeholder`]
    if (shown.has(field.name)) check(field)
  }
  emitHeight()
}

function validate(): StripeError | null {
  const wrong = fields.map(field => ({ field, code: check(field) })).find(({ code }) => code)
  emitHeight()
  if (!wrong?.code) return null
  wrong.field.input.focus()
  const { code } = wrong
  return { type: 'validation_error', code, message: ownMessage(code, options.locale) }
}

const answers: {
  [K in keyof CardCalls]: (
    argument: Parameters<CardCalls[K]>[0],
  ) => ReturnType<CardCalls[K]> | Promise<ReturnType<CardCalls[K]>>
} = {
  setUp: async given => {
    options = given
    render()
    new ResizeObserver(emitHeight).observe(document.body)
    if (given.clientSecret === null) return { error: null }
    const { error, paymentIntent } = await retrieveIntent(caller(), given.clientSecret)
    return { error: error ?? terminalError(paymentIntent) }
  },
  update: changed => {
    options = { ...options, ...changed }
    render()
    return undefined
  },
  validate: () => ({ error: validate() }),
  confirm: async request => {
    const error = validate()
    if (error) return { error }
    for (const { input } of fields) input.disabled = true
    try {
      return await sendCard(request)
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
    for (const { input, error } of fields) {
      input.value = ''
      input.removeAttribute('aria-invalid')
      error.textContent = ''
    }
    shown.clear()
    emitChange()
    return undefined
  },
}

/** A payment that has ended takes no card any more, and no form is shown for it. */
function terminalError(intent: BrowserIntent): StripeError | null {
  if (intent.status !== 'succeeded' && intent.status !== 'canceled') return null
  return {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `The payment intent is ${intent.status}, a terminal state: no form can be opened for it.`,
    payment_intent: intent,
  }
}

/** The page's own details of the holder go along with the card. */
function sendCard({ clientSecret, params }: ConfirmRequest): Promise<IntentAnswer> {
  const { number, expiry, cvc } = texts()
  const { month, year } = expiryParts(expiry)
  return confirmIntent(caller(), clientSecret, {
    ...params,
    payment_method_data: {
      ...params.payment_method_data,
      type: 'card',
      card: {
        number: digitsOf(number),
        exp_month: Number(month),
        exp_year: Number(year),
        cvc: digitsOf(cvc),
      },
    },
  })
}

/** Groups the digits as they are typed and leaves the caret behind the same digit. */
function reformat({ name, input }: CardField, deleting: boolean): void {
  const caret = input.selectionStart ?? input.value.length
  const atEnd = caret === input.value.length
  const digitsBefore = digitsOf(input.value.slice(0, caret)).length
  const text = formatField(name, texts(), deleting)
  if (text === input.value) return
  input.value = text
  let place = 0
  for (let seen = 0; seen < digitsBefore && place < text.length; place += 1)
    if (/\d/.test(text.charAt(place))) seen += 1
  if (atEnd) place = text.length
  input.setSelectionRange(place, place)
}

/** A field is checked when it is left, or as soon as what was wrong with it has changed. */
for (const field of fields) {
  const { name, input } = field
  input.addEventListener('input', event => {
    reformat(field, event instanceof InputEvent && event.inputType.startsWith('delete'))
    if (shown.has(name) || errorOf(name)?.startsWith('invalid')) check(field)
    emitChange()
    emitHeight()
  })
  input.addEventListener('blur', () => {
    if (input.value !== '' || shown.has(name)) check(field)
    emitHeight()
    emit('blur', undefined)
  })
  input.addEventListener('focus', () => emit('focus', undefined))
}
document.addEventListener('keydown', event => {
  if (event.key === 'Escape') emit('escape', undefined)
})
document.addEventListener('submit', event => event.preventDefault())

/** The port the page sends, once; calls are answered over it. */
window.addEventListener('message', event => {
  const [given] = event.ports
  if (event.source !== window.parent || event.data !== connectMessage || !given) return
  port = given
  port.onmessage = async ({ data }: MessageEvent<ToFrame>) => {
    try {
      send({ id: data.id, result: await answer(data) })
    } catch (error) {
      send({ id: data.id, failure: String(error) })
    }
  }
})

function answer(asked: ToFrame): unknown {
  if (asked.call === 'setUp') return answers.setUp(asked.argument)
  if (asked.call === 'update') return answers.update(asked.argument)
  if (asked.call === 'confirm') return answers.confirm(asked.argument)
  return answers[asked.call](undefined)
}

/** Styles the form as the page asked; what it did not ask for stays as the theme has it. */
function applyAppearance({ theme = 'stripe', variables = {} }: Appearance): void {
  const { style } = document.documentElement
  style.cssText = ''
  for (const [name, value] of Object.entries({ ...themes[theme], ...variables })) {
    const property = properties[name]
    if (property) style.setProperty(property, String(value))
  }
}

const themes: Readonly<Record<string, Record<string, string>>> = {
  night: {
    colorPrimary: '#85d996',
    colorBackground: '#30313d',
    colorText: '#e6e6ea',
    colorDanger: '#fe87a1',
    colorBorder: '#8d8e9c',
  },
  flat: { colorBackground: '#f1f1f3', colorBorder: '#f1f1f3' },
}

/** The provider's variable names, and what they are called here. */
const properties: Readonly<Record<string, string>> = {
  colorPrimary: '--color-primary',
  colorBackground: '--color-background',
  colorText: '--color-text',
  colorDanger: '--color-danger',
  colorBorder: '--color-border',
  fontFamily: '--font-family',
  fontSizeBase: '--font-size',
  borderRadius: '--radius',
  spacingUnit: '--spacing',
}
