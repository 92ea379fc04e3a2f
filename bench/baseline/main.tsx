import '../../src/web/styles/page.css'
import { zodResolver } from '@hookform/resolvers/zod'
import * as Checkbox from '@radix-ui/react-checkbox'
import * as Dialog from '@radix-ui/react-dialog'
import * as Label from '@radix-ui/react-label'
import * as RadioGroup from '@radix-ui/react-radio-group'
import * as Toast from '@radix-ui/react-toast'
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { QueryClient, QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query'
import axios from 'axios'
import i18n from 'i18next'
import { useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import { FormProvider, useForm, useFormContext } from 'react-hook-form'
import { initReactI18next, useTranslation } from 'react-i18next'
import { Route, Switch } from 'wouter'
import { z } from 'zod'
import { messages as en } from '../../src/web/locales/en'
import { messages as ru } from '../../src/web/locales/ru'
import { type RawMessages, messages as uk } from '../../src/web/locales/uk'

const OrderSchema = z.object({
  forWhom: z.string().trim().min(1),
  purpose: z.string().trim().min(1),
  donationEnabled: z.boolean(),
  email: z.union([z.literal(''), z.email()]),
  amount: z.number().int().min(100).max(100_000).optional(),
})
type OrderFields = z.infer<typeof OrderSchema>

function translate(texts: RawMessages) {
  const plain = Object.entries(texts).map(([key, text]) => [
    key,
    typeof text === 'function' ? text('100') : text,
  ])
  return { translation: Object.fromEntries(plain) }
}

const languages = { uk: 'UA', ru: 'RU', en: 'EN' }
const amounts = ['100', '200', '300', '400', '500']

function OrderPage() {
  const { t, i18n } = useTranslation()
  const form = useForm<OrderFields>({
    resolver: zodResolver(OrderSchema),
    defaultValues: { forWhom: '', purpose: '', donationEnabled: true, email: '' },
  })
  const order = useMutation({
    mutationFn: (fields: OrderFields) => axios.post('/api/candle-orders', fields),
  })
  return (
    <main className="card">
      <fieldset className="languages">
        {Object.entries(languages).map(([code, name]) => (
          <button
            key={code}
            type="button"
            aria-pressed={code === i18n.language}
            onClick={() => i18n.changeLanguage(code)}
          >
            {name}
          </button>
        ))}
      </fieldset>
      <header>
        <h1>{t('title')}</h1>
        <p className="subtitle">{t('subtitle')}</p>
      </header>
      <FormProvider {...form}>
        <form noValidate onSubmit={form.handleSubmit(fields => order.mutate(fields))}>
          {(['forWhom', 'purpose'] as const).map(name => (
            <div className="field" key={name}>
              <label htmlFor={name}>{t(name)}</label>
              <input id={name} placeholder={t(`${name}Example`)} {...form.register(name)} />
              {form.formState.errors[name] && <p className="fault">{t('required')}</p>}
            </div>
          ))}
          <DonationFields />
          <button type="submit" className="primary" hidden={form.watch('donationEnabled')}>
            {t('order')}
          </button>
        </form>
      </FormProvider>
      <Dialog.Root open={order.isSuccess} onOpenChange={order.reset}>
        <Dialog.Portal>
          <Dialog.Content>
            <Dialog.Title>{t('thanks')}</Dialog.Title>
            <Dialog.Description>{t('orderSuccess')}</Dialog.Description>
            <Dialog.Close>{t('ok')}</Dialog.Close>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
      <Toast.Root open={order.isError} onOpenChange={order.reset}>
        <Toast.Title>{t('error')}</Toast.Title>
        <Toast.Description>{t('orderFailed')}</Toast.Description>
      </Toast.Root>
    </main>
  )
}

function DonationFields() {
  const { t } = useTranslation()
  const { register, setValue, watch } = useFormContext<OrderFields>()
  const config = useQuery({
    queryKey: ['/api/stripe-config'],
    queryFn: () => axios.get('/api/stripe-config').then(answer => answer.data),
  })
  const intent = useMutation({
    mutationFn: (amount: number) =>
      axios.post('/api/create-payment-intent', { amount }).then(answer => answer.data),
  })
  const choose = (amount: string) => {
    setValue('amount', Number(amount))
    intent.mutate(Number(amount))
  }
  return (
    <section className="donation">
      <Checkbox.Root
        id="donationEnabled"
        checked={watch('donationEnabled')}
        onCheckedChange={checked => setValue('donationEnabled', checked === true)}
      >
        <Checkbox.Indicator>✓</Checkbox.Indicator>
      </Checkbox.Root>
      <Label.Root htmlFor="donationEnabled">{t('donation')}</Label.Root>
      <p className="hint">{t('donationHint')}</p>
      <div className="field">
        <Label.Root htmlFor="email">{t('email')}</Label.Root>
        <input id="email" type="email" {...register('email')} />
      </div>
      <RadioGroup.Root aria-label={t('amount')} onValueChange={choose}>
        {amounts.map(amount => (
          <div key={amount}>
            <RadioGroup.Item id={amount} value={amount}>
              <RadioGroup.Indicator>•</RadioGroup.Indicator>
            </RadioGroup.Item>
            <Label.Root htmlFor={amount}>{amount}</Label.Root>
          </div>
        ))}
      </RadioGroup.Root>
      {config.data && intent.data && (
        <CardFields publicKey={config.data.publicKey} clientSecret={intent.data.client_secret} />
      )}
    </section>
  )
}

function CardFields({ publicKey, clientSecret }: { publicKey: string; clientSecret: string }) {
  const stripe = useMemo(() => loadStripe(publicKey), [publicKey])
  return (
    <Elements key={clientSecret} stripe={stripe} options={{ clientSecret }}>
      <PaymentElement options={{ layout: 'tabs' }} />
      <PayButton />
    </Elements>
  )
}

function PayButton() {
  const { t } = useTranslation()
  const stripe = useStripe()
  const elements = useElements()
  const confirmParams = { return_url: window.location.origin }
  const pay = () =>
    elements && stripe?.confirmPayment({ elements, confirmParams, redirect: 'if_required' })
  return (
    <button type="button" className="primary" onClick={pay}>
      {t('pay')}
    </button>
  )
}

// All languages in one bundle, as many words as ours.
const resources = { uk: translate(uk), ru: translate(ru), en: translate(en) }
await i18n.use(initReactI18next).init({ resources, lng: 'uk', fallbackLng: 'uk' })

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient()}>
      <Toast.Provider>
        <Switch>
          <Route path="/" component={OrderPage} />
          <Route>Page Not Found</Route>
        </Switch>
        <Toast.Viewport />
      </Toast.Provider>
    </QueryClientProvider>,
  )
