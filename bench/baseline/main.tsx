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
import { useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { FormProvider, useForm, useFormContext } from 'react-hook-form'
import { initReactI18next, useTranslation } from 'react-i18next'
import { Route, Switch } from 'wouter'
import { z } from 'zod'
import { messages as en } from '../../src/web/locales/en'
import { messages as ru } from '../../src/web/locales/ru'
import { type Messages, messages as uk } from '../../src/web/locales/uk'

const OrderSchema = z.object({
  forWhom: z.string().trim().min(1),
  purpose: z.string().trim().min(1),
  donationEnabled: z.boolean(),
  email: z.union([z.literal(''), z.email()]),
  amount: z.number().int().min(100).max(100_000).optional(),
})
type OrderFields = z.infer<typeof OrderSchema>

/** All languages in one bundle, as many words as ours. */
const words = {
  uk: { translation: plain(uk) },
  ru: { translation: plain(ru) },
  en: { translation: plain(en) },
}

function plain(texts: Messages): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'function' ? text(100) : text,
    ]),
  )
}

const languages = { uk: 'UA', ru: 'RU', en: 'EN' }

function OrderPage() {
  const { t, i18n } = useTranslation()
  const [told, setTold] = useState<'done' | 'failed'>()
  const form = useForm<OrderFields>({
    resolver: zodResolver(OrderSchema),
    defaultValues: { forWhom: '', purpose: '', donationEnabled: true, email: '' },
  })
  const config = useQuery({
    queryKey: ['/api/stripe-config'],
    queryFn: () => axios.get('/api/stripe-config').then(answer => answer.data),
  })
  const order = useMutation({
    mutationFn: (fields: OrderFields) => axios.post('/api/candle-orders', toPayload(fields)),
    onSuccess: () => setTold('done'),
    onError: () => setTold('failed'),
  })

  function toPayload(fields: OrderFields) {
    const { forWhom, purpose, email, amount, donationEnabled } = fields
    return {
      name: forWhom,
      purpose,
      email: email || null,
      donationAmount: amount ? String(amount) : '',
      prefersDonation: donationEnabled,
      language: i18n.language,
      userAgent: navigator.userAgent,
      referrer: document.referrer,
      browserLanguage: navigator.language,
      ipAddress: '',
    }
  }

  return (
    <main className="card">
      <div className="top">
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
      </div>
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
          <DonationFields publicKey={config.data?.publicKey} />
          <button type="submit" className="primary" hidden={form.watch('donationEnabled')}>
            {t('order')}
          </button>
        </form>
      </FormProvider>
      <Dialog.Root open={told === 'done'} onOpenChange={() => setTold(undefined)}>
        <Dialog.Portal>
          <Dialog.Content>
            <Dialog.Title>{t('thanks')}</Dialog.Title>
            <Dialog.Description>{t('orderSuccess')}</Dialog.Description>
            <Dialog.Close>{t('ok')}</Dialog.Close>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
      <Toast.Root open={told === 'failed'} onOpenChange={() => setTold(undefined)}>
        <Toast.Title>{t('error')}</Toast.Title>
        <Toast.Description>{t('orderFailed')}</Toast.Description>
      </Toast.Root>
    </main>
  )
}

const amounts = [100, 200, 300, 400, 500]

function DonationFields({ publicKey }: { publicKey: string | undefined }) {
  const { t } = useTranslation()
  const { register, setValue, watch } = useFormContext<OrderFields>()
  const intent = useMutation({
    mutationFn: (amount: number) =>
      axios.post('/api/create-payment-intent', { amount }).then(answer => answer.data),
  })
  const enabled = watch('donationEnabled')

  function choose(amount: string) {
    setValue('amount', Number(amount))
    intent.mutate(Number(amount))
  }

  return (
    <section className="donation">
      <div className="switch">
        <Checkbox.Root
          id="donationEnabled"
          checked={enabled}
          onCheckedChange={checked => setValue('donationEnabled', checked === true)}
        >
          <Checkbox.Indicator>✓</Checkbox.Indicator>
        </Checkbox.Root>
        <Label.Root htmlFor="donationEnabled">{t('donation')}</Label.Root>
      </div>
      <p className="hint">{t('donationHint')}</p>
      {enabled && (
        <>
          <div className="field">
            <Label.Root htmlFor="email">{t('email')}</Label.Root>
            <input id="email" type="email" {...register('email')} />
          </div>
          <RadioGroup.Root aria-label={t('amount')} onValueChange={choose}>
            {amounts.map(amount => (
              <div key={amount}>
                <RadioGroup.Item id={`amount-${amount}`} value={String(amount)}>
                  <RadioGroup.Indicator>•</RadioGroup.Indicator>
                </RadioGroup.Item>
                <Label.Root htmlFor={`amount-${amount}`}>{amount}</Label.Root>
              </div>
            ))}
          </RadioGroup.Root>
          {publicKey && intent.data?.client_secret && (
            <CardFields publicKey={publicKey} clientSecret={intent.data.client_secret} />
          )}
        </>
      )}
    </section>
  )
}

function CardFields(props: { publicKey: string; clientSecret: string }) {
  const { publicKey, clientSecret } = props
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

  async function pay() {
    if (!stripe || !elements) return
    const confirmParams = { return_url: window.location.origin }
    await stripe.confirmPayment({ elements, confirmParams, redirect: 'if_required' })
  }

  return (
    <button type="button" className="primary" disabled={!stripe} onClick={pay}>
      {t('pay')}
    </button>
  )
}

document.documentElement.dataset.started = 'yes'
await i18n.use(initReactI18next).init({ resources: words, lng: 'uk', fallbackLng: 'uk' })

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient()}>
      <Toast.Provider swipeDirection="right">
        <Switch>
          <Route path="/" component={OrderPage} />
          <Route>Page Not Found</Route>
        </Switch>
        <Toast.Viewport />
      </Toast.Provider>
    </QueryClientProvider>,
  )
