import type { StripeError } from '@stripe/stripe-js'
import { expose } from 'comlink'
import { type Caller, confirmIntent, openSession } from '../browser/call-api'
import {
  type CardForm,
  type CardOptions,
  type ConfirmParams,
  connectMessage,
  type FormEvents,
  type Method,
} from '../browser/card-form'
import { localMessage, type OwnMessage } from '../browser/card-messages'
import { translatePage } from './captions'
import { digitsOf, expiryParts, type FieldName, fieldError, formatField } from './card-text'

interface Field {
  name: FieldName
  input: HTMLInputElement
  error: HTMLElement
}

const fields = (['number', 'expiry', 'cvc'] as const).map(
  (name): Field => ({
    name,
    input: find(`Field-${name}Input`, HTMLInputElement),
    error: find(`Field-${name}Error`, HTMLElement),
  }),
)
const invalid = new Set<FieldName>()
let options: CardOptions
let method: Method = 'card'
let page: FormEvents
let told = ''

function find<E extends HTMLElement>(id: string, type: new () => E): E {
  const element = document.getElementById(id)
  if (!(element instanceof type)) throw new Error(`No ${id}`)
  return element
}

function texts(): Record<FieldName, string> {
  const [number = '', expiry = '', cvc = ''] = fields.map(({ input }) => input.value)
  return { number, expiry, cvc }
}

const errorOf = ({ name }: Field) => fieldError(name, texts(), new Date())
const caller = (): Caller => ({ ...options, base: location.origin })

function showError({ name, input, error }: Field, code?: OwnMessage): void {
  if (code) invalid.add(name)
  else invalid.delete(name)
  error.textContent = code ? localMessage({ code }, options.locale) : ''
  input.setAttribute('aria-invalid', String(code !== undefined))
}

function check(field: Field) {
  const code = errorOf(field)
  showError(field, code)
  return code
}

function render(): void {
  applyVariables()
  document.documentElement.dataset.layout = options.layout
  renderTabs()
  for (const field of fields) if (invalid.has(field.name)) check(field)
}

const methodNames = { card: 'Card', apple_pay: 'Apple Pay', google_pay: 'Google Pay' }

function renderTabs(): void {
  const tabs = find('tabs', HTMLElement)
  tabs.hidden = options.methods.length === 1
  tabs.replaceChildren(
    ...options.methods.map(name => {
      const tab = document.createElement('button')
      Object.assign(tab, { id: `${name}-tab`, type: 'button', role: 'tab' })
      tab.ariaSelected = String(name === method)
      tab.dataset.text = methodNames[name]
      tab.addEventListener('click', () => {
        method = name
        render()
        tellChange()
        find(`${name}-tab`, HTMLElement).focus()
      })
      return tab
    }),
  )
  find('wallet', HTMLElement).hidden = method === 'card'
  for (const form of document.forms) form.hidden = method !== 'card'
  translatePage(options.locale)
}

function tellChange(): void {
  const isCard = method === 'card'
  const state = {
    empty: isCard && fields.every(({ input }) => input.value === ''),
    complete: !isCard || !fields.some(errorOf),
    value: { type: method },
  }
  const text = JSON.stringify(state)
  if (text === told) return
  told = text
  page.onChange(state)
}

function validate(): StripeError | null {
  const [wrong] = fields.filter(check)
  const code = wrong && errorOf(wrong)
  if (!code) return null
  wrong.input.focus()
  return { type: 'validation_error', code, message: localMessage({ code }, options.locale) }
}

const form: CardForm = {
  async setUp(initial, events) {
    options = initial
    method = initial.methods[0] ?? 'card'
    page = events
    render()
    listen()
    tellChange()
    new ResizeObserver(() => {
      const { height } = document.body.getBoundingClientRect()
      page.onHeight(Math.ceil(height))
    }).observe(document.body)
    const { amount, currency } = initial
    return openSession(caller(), { mode: 'payment', amount, currency })
  },
  update(changed) {
    options = { ...options, ...changed }
    render()
  },
  method: () => method,
  validate,
  async confirm(clientSecret, params) {
    for (const { input } of fields) input.disabled = true
    try {
      return await confirmCard(clientSecret, params)
    } finally {
      for (const { input } of fields) input.disabled = false
    }
  },
}

function confirmCard(clientSecret: string, params: ConfirmParams) {
  const { number, expiry, cvc } = texts()
  const { month, year } = expiryParts(expiry)
  const card = { number: digitsOf(number), exp_month: month, exp_year: year, cvc: digitsOf(cvc) }
  const payment_method_data = { ...params.payment_method_data, type: 'card', card }
  return confirmIntent(caller(), clientSecret, { ...params, payment_method_data })
}

/** Groups digits only while the payer types at the end, because elsewhere the caret would jump. */
function reformat({ name, input }: Field, deleting: boolean): void {
  if (input.selectionStart === input.value.length)
    input.value = formatField(name, texts(), deleting)
}

/**
 * While the payer types, only `invalid_…` errors appear, and those that are shown change. An incomplete
 * value is an error once the field is left.
 */
function listen(): void {
  for (const field of fields) {
    const { name, input } = field
    input.addEventListener('input', event => {
      reformat(field, event instanceof InputEvent && event.inputType.startsWith('delete'))
      if (invalid.has(name) || errorOf(field)?.startsWith('invalid')) check(field)
      tellChange()
    })
    input.addEventListener('blur', () => {
      if (input.value !== '' || invalid.has(name)) check(field)
    })
    input.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') page.onEnter()
    })
  }
}

/** The embedding page sends one port after the load, and calls the form over it. */
window.addEventListener('message', ({ source, data, ports: [port] }) => {
  if (source === window.parent && data === connectMessage && port) expose(form, port)
})

function applyVariables(): void {
  const { style } = document.documentElement
  style.cssText = ''
  for (const [name, value] of Object.entries(options.appearance.variables ?? {}))
    style.setProperty(`--${name}`, value)
  for (const [name, selector] of ruled)
    for (const element of document.querySelectorAll<HTMLElement>(selector))
      Object.assign(element.style, options.appearance.rules?.[name])
}

/** The sandbox follows these of the rules that a page can set. */
const ruled = [
  ['.Label', 'label'],
  ['.Input', 'input'],
] as const
