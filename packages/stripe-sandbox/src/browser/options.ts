import type {
  Appearance,
  ConfirmPaymentData,
  DefaultValuesOption,
  FieldsOption,
  LayoutObject,
  PaymentWalletsOption,
  StripeElementsOptionsClientSecret,
  StripeElementsOptionsMode,
  StripePaymentElementOptions,
  TermsOption,
} from '@stripe/stripe-js'
import * as v from 'valibot'
import { each, listOf } from '../words'
import { IntegrationError } from './emitter'

/**
 * What a page may ask for, after the types of stripe-js: a table that lacks a name of theirs, or has
 * one too many, does not compile. As with the real script an unknown option is warned of and a wrong
 * value is thrown. What the sandbox knows and does not act upon is marked `taken`.
 */
type Table<T> = Record<T extends unknown ? keyof T : never, v.GenericSchema>

const taken = v.unknown()
const text = v.string()
const flag = v.boolean()
const list = v.array(v.unknown())
const shape = <E extends v.ObjectEntries>(entries: E) => v.partial(v.strictObject(entries))

const autoOrNever = v.picklist(['auto', 'never'])
const autoToAlways = v.picklist(['auto', 'never', 'always'])
const parts = each(autoOrNever, 'country postalCode state city line1 line2')
const billing = v.union([
  autoOrNever,
  shape({
    name: autoToAlways,
    ...each(autoOrNever, 'email phone'),
    address: v.union([v.picklist(['auto', 'never', 'if_required']), shape(parts)]),
  }),
])
const layouts = v.picklist(listOf<LayoutObject['type']>()('tabs accordion auto'))
type Billing = NonNullable<DefaultValuesOption['billingDetails']>
const addressTexts = each(text, 'country postal_code state city line1 line2') satisfies Table<
  NonNullable<Billing['address']>
>
const defaultBilling = {
  ...each(text, 'name email phone'),
  address: shape(addressTexts),
} satisfies Table<Billing>
const terms = each(
  autoToAlways,
  'applePay auBecsDebit bancontact card cashapp googlePay ideal klarna paypal sepaDebit sofort',
  'usBankAccount',
) satisfies Table<TermsOption>
const layout = {
  type: layouts,
  ...each(flag, 'defaultCollapsed spacedAccordionItems'),
  radios: v.union([flag, v.picklist(['auto', 'never', 'always', 'if_multiple'])]),
  visibleAccordionItemsCount: v.number(),
  paymentMethodLogoPosition: v.picklist(['start', 'end']),
} satisfies Table<LayoutObject>

const elementOptions = {
  defaultValues: shape({
    billingDetails: shape(defaultBilling),
    card: taken,
  } satisfies Table<DefaultValuesOption>),
  business: shape({ name: text }),
  paymentMethodOrder: list,
  fields: v.objectWithRest(
    { billingDetails: v.optional(billing) },
    shape({ billingDetails: billing }),
  ),
  readOnly: flag,
  terms: shape(terms),
  wallets: shape(
    each(autoOrNever, 'applePay googlePay link') satisfies Table<PaymentWalletsOption>,
  ),
  walletOptions: taken,
  layout: v.union([layouts, shape(layout)]),
  applePay: taken,
} satisfies Table<StripePaymentElementOptions>

const variables = each(
  text,
  'fontFamily fontSmooth fontVariantLigatures fontVariationSettings fontLineHeight fontSizeBase',
  'fontSizeSm fontSizeXs fontSize2Xs fontSize3Xs fontSizeLg fontSizeXl fontWeightLight',
  'fontWeightNormal fontWeightMedium fontWeightBold spacingUnit gridRowSpacing gridColumnSpacing',
  'tabSpacing accordionItemSpacing spacingGridRow spacingGridColumn spacingTab',
  'spacingAccordionItem accordionItemLabelColorText accordionItemLabelFontSize',
  'accordionItemLabelFontWeight accordionItemLabelSelectedColorText',
  'accordionItemLabelSelectedFontWeight accordionItemTriggerColor',
  'accordionItemTriggerSelectedColor accordionItemTriggerHoverColor colorPrimary colorBackground',
  'colorText colorSuccess colorDanger colorWarning buttonBoxShadow buttonColorBackground',
  'buttonColorText buttonFontSize buttonFontWeight buttonPadding colorTextSecondary',
  'colorTextPlaceholder accessibleColorOnColorPrimary accessibleColorOnColorBackground',
  'accessibleColorOnColorSuccess accessibleColorOnColorDanger accessibleColorOnColorWarning',
  'colorPrimaryText colorBackgroundText colorSuccessText colorDangerText colorWarningText',
  'iconColor iconHoverColor iconCardErrorColor iconCardCvcColor iconCardCvcErrorColor',
  'iconCheckmarkColor iconChevronDownColor iconChevronDownHoverColor iconCloseColor',
  'iconCloseHoverColor iconLoadingIndicatorColor iconMenuColor iconMenuHoverColor',
  'iconPasscodeDeviceColor iconPasscodeDeviceHoverColor iconPasscodeDeviceNotificationColor',
  'iconRedirectColor colorIcon colorIconHover colorIconCardError colorIconCardCvc',
  'colorIconCardCvcError colorIconCheckmark colorIconChevronDown colorIconChevronDownHover',
  'colorIconRedirect tabIconColor tabIconHoverColor tabIconSelectedColor tabIconMoreColor',
  'tabIconMoreHoverColor colorIconTab colorIconTabHover colorIconTabSelected colorIconTabMore',
  'colorIconTabMoreHover logoColor tabLogoColor tabLogoSelectedColor blockLogoColor colorLogo',
  'colorLogoTab colorLogoTabSelected colorLogoBlock focusBoxShadow focusOutline inputBoxShadow',
  'inputColorBorder inputFocusBoxShadow inputFocusColorBorder labelColorText labelFontSize',
  'labelFontWeight labelSpacing buttonBorderRadius buttonExpressCheckoutBorderRadius borderRadius',
) satisfies Table<NonNullable<Appearance['variables']>>
const appearance = {
  disableAnimations: flag,
  theme: v.picklist(listOf<Appearance['theme']>()('stripe night flat')),
  variables: shape(variables),
  rules: taken,
  labels: v.picklist(listOf<Appearance['labels']>()('auto above floating')),
  inputs: v.picklist(listOf<Appearance['inputs']>()('spaced condensed')),
} satisfies Table<Appearance>

const elementsOptions = {
  ...each(text, 'clientSecret locale currency customerSessionClientSecret onBehalfOf on_behalf_of'),
  ...each(text, 'paymentMethodConfiguration payment_method_configuration'),
  ...each(list, 'fonts excludedPaymentMethodTypes allowedPaymentMethodTypes'),
  ...each(
    taken,
    'customerOptions customPaymentMethods setupFutureUsage setup_future_usage captureMethod',
    'capture_method paymentMethodCreation paymentMethodOptions payment_method_options',
    'externalPaymentMethodTypes adaptivePricing',
  ),
  amount: v.pipe(v.number(), v.integer()),
  appearance: shape(appearance),
  loader: autoToAlways,
  mode: v.picklist(['payment', 'subscription', 'setup']),
  syncAddressCheckbox: v.picklist(['billing', 'shipping', 'none']),
} satisfies Table<StripeElementsOptionsClientSecret | StripeElementsOptionsMode>

const methodData = {
  ...each(taken, 'billing_details metadata'),
  allow_redisplay: v.picklist(['always', 'limited', 'unspecified']),
} satisfies Table<NonNullable<ConfirmPaymentData['payment_method_data']>>
const confirmParams = {
  ...each(text, 'return_url receipt_email payment_method confirmation_token'),
  ...each(taken, 'mandate_data shipping setup_future_usage save_payment_method expand'),
  payment_method_data: shape(methodData),
} satisfies Table<ConfirmPaymentData>

const tables = {
  'elements()': elementsOptions,
  'create()': elementOptions,
  'update()': elementOptions,
  'confirmPayment()': confirmParams,
}

/** Warns of options that the call does not know, and throws at a value that it does not take. */
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
 * Whether the form asks for the holder's country, as it does by default; `address: 'if_required'`
 * spares it. Other fields are refused: they are not implemented.
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
