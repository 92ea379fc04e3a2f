import type {
  Appearance,
  ConfirmPaymentData,
  FieldsOption,
  LayoutObject,
  PaymentWalletsOption,
  StripeElementsOptionsClientSecret,
  StripePaymentElementOptions,
} from '@stripe/stripe-js'
import * as v from 'valibot'
import { each } from '../words'

/** An error in the page's code, never shown to a payer. */
export class IntegrationError extends Error {
  override name = 'IntegrationError'
}

export function checkClientSecret(call: string, secret: unknown): asserts secret is string {
  if (typeof secret === 'string' && /^pi_[a-zA-Z0-9]+_secret_\w+$/.test(secret)) return
  throw new IntegrationError(
    `Invalid value for ${call}: clientSecret should be a client secret of the form \${id}_secret_\${secret}. You specified: ${String(secret)}.`,
  )
}

/** A schema for every name of a provider's type: one missing or too many does not compile. */
type Table<T> = Record<T extends unknown ? keyof T : never, v.GenericSchema>

/**
 * The options, by the names of stripe-js. As with the real script an unknown option is a warning
 * and an invalid value is thrown. Options that the sandbox ignores are marked `ignored`.
 */
const ignored = v.unknown()
const text = v.string()
const shape = <E extends v.ObjectEntries>(entries: E) => v.partial(v.strictObject(entries))

const autoOrNever = v.picklist(['auto', 'never'])
const billingAddress = v.union([v.picklist(['auto', 'never', 'if_required']), v.looseObject({})])
const billing = v.union([autoOrNever, v.partial(v.looseObject({ address: billingAddress }))])
const layouts = v.picklist(['tabs', 'accordion', 'auto'])
const layout = {
  type: layouts,
  ...each(ignored, 'defaultCollapsed paymentMethodLogoPosition radios spacedAccordionItems'),
  visibleAccordionItemsCount: ignored,
} satisfies Table<LayoutObject>
const wallets = each(autoOrNever, 'applePay googlePay link') satisfies Table<PaymentWalletsOption>

const elementOptions = {
  ...each(ignored, 'applePay business defaultValues readOnly terms walletOptions'),
  fields: v.partial(v.looseObject({ billingDetails: billing })),
  layout: v.union([layouts, shape(layout)]),
  paymentMethodOrder: v.array(text),
  wallets: shape(wallets),
} satisfies Table<StripePaymentElementOptions>

const appearance = {
  ...each(ignored, 'disableAnimations inputs labels rules'),
  theme: v.picklist(['stripe', 'night', 'flat']),
  variables: v.record(text, text),
} satisfies Table<Appearance>

const elementsOptions = {
  ...each(text, 'clientSecret locale currency customerSessionClientSecret'),
  ...each(
    ignored,
    'customerOptions customPaymentMethods fonts loader paymentMethodCreation syncAddressCheckbox',
  ),
  appearance: shape(appearance),
  mode: v.never(),
} satisfies Table<StripeElementsOptionsClientSecret>

const confirmParams = {
  ...each(text, 'return_url receipt_email payment_method confirmation_token'),
  ...each(ignored, 'expand mandate_data payment_method_data save_payment_method'),
  ...each(ignored, 'setup_future_usage shipping'),
} satisfies Table<ConfirmPaymentData>

const tables = {
  'elements()': elementsOptions,
  'create()': elementOptions,
  'update()': elementOptions,
  'confirmPayment()': confirmParams,
}

/** Warns about unknown options, and throws at invalid values. */
export function checkOptions(call: keyof typeof tables, options: object): void {
  const table: Readonly<Record<string, v.GenericSchema>> = tables[call]
  for (const [name, value] of Object.entries(options)) {
    const check = table[name]
    if (!check)
      // biome-ignore lint/suspicious/noConsole: it is for the page's author, as with the real script
      console.warn(
        `[Stripe.js] Unrecognized ${call} parameter: ${name} is not a recognized parameter. This may cause issues with your integration in the future.`,
      )
    else if (!v.is(v.nullish(check), value))
      throw new IntegrationError(
        `Invalid value for ${call}: ${name} has a value that is not allowed. You specified: ${JSON.stringify(value)}.`,
      )
  }
}

/**
 * Whether the form asks for the holder's country: by default, unless `address: 'if_required'`. Throws
 * for other fields, which are not implemented.
 */
export function asksCountry(fields: FieldsOption = {}): boolean {
  const { billingDetails = 'auto', ...methods } = fields
  const { address = 'auto', ...people } = Object(billingDetails)
  const others = [...Object.values(people), ...Object.keys(methods)]
  if (billingDetails === 'auto') return true
  if (['auto', 'if_required'].includes(address) && others.every(one => one === 'auto'))
    return address === 'auto'
  throw new IntegrationError(`The sandbox does not implement fields: ${JSON.stringify(fields)}.`)
}
