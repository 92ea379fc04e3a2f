import * as v from 'valibot'
import { noAddress } from '../objects/card'

/** The building blocks of the parameter tables. Everything arrives as text. */
export const Text = v.pipe(v.string(), v.maxLength(5000))

export const Url = v.pipe(Text, v.url('url'))

/** Empty means: unset. */
export const Unsettable = v.pipe(
  Text,
  v.transform(text => (text === '' ? null : text)),
)

export const WholeNumber = v.pipe(
  v.string(),
  v.regex(/^-?\d{1,15}$/, 'integer'),
  v.transform(Number),
)

export const Flag = v.pipe(
  v.picklist(['true', 'false'], 'boolean'),
  v.transform(text => text === 'true'),
)

/** Keys up to 40 characters, values up to 500, at most 50 of them; an empty value unsets its key. */
export const MetadataChange = v.union([
  v.pipe(
    v.record(v.pipe(v.string(), v.maxLength(40)), v.pipe(v.string(), v.maxLength(500))),
    v.check(metadata => Object.keys(metadata).length <= 50),
  ),
  v.literal(''),
])

export const Expand = v.array(Text)

const Address = v.strictObject({
  city: v.exactOptional(Text),
  country: v.exactOptional(Text),
  line1: v.exactOptional(Text),
  line2: v.exactOptional(Text),
  postal_code: v.exactOptional(Text),
  state: v.exactOptional(Text),
})

const Billing = v.strictObject({
  address: v.exactOptional(Address),
  email: v.exactOptional(Unsettable),
  name: v.exactOptional(Unsettable),
  phone: v.exactOptional(Unsettable),
  tax_id: v.exactOptional(Unsettable),
})

const CardNumber = v.strictObject({
  number: v.pipe(
    Text,
    v.transform(text => text.replace(/[\s-]/g, '')),
  ),
  exp_month: WholeNumber,
  exp_year: WholeNumber,
  cvc: v.exactOptional(Text),
})

export const PaymentMethodData = v.strictObject({
  type: v.literal('card'),
  card: CardNumber,
  billing_details: v.exactOptional(Billing),
  metadata: v.exactOptional(MetadataChange),
  allow_redisplay: v.exactOptional(Text),
})

export const Shipping = v.pipe(
  v.strictObject({
    address: Address,
    name: Text,
    carrier: v.exactOptional(Text),
    phone: v.exactOptional(Text),
    tracking_number: v.exactOptional(Text),
  }),
  v.transform(given => ({
    carrier: null,
    phone: null,
    tracking_number: null,
    ...given,
    address: { ...noAddress, ...given.address },
  })),
)

/** What every list takes. `created` is a moment in seconds or a range around it. */
export const ListParameters = {
  limit: v.exactOptional(WholeNumber),
  starting_after: v.exactOptional(Text),
  ending_before: v.exactOptional(Text),
  created: v.exactOptional(
    v.union([
      WholeNumber,
      v.strictObject({
        gt: v.exactOptional(WholeNumber),
        gte: v.exactOptional(WholeNumber),
        lt: v.exactOptional(WholeNumber),
        lte: v.exactOptional(WholeNumber),
      }),
    ]),
  ),
  expand: v.exactOptional(Expand),
}
