import { zodResolver } from '@hookform/resolvers/zod'
import * as Dialog from '@radix-ui/react-dialog'
import * as Toast from '@radix-ui/react-toast'
import { useMutation, useQuery } from '@tanstack/react-query'
import axios from 'axios'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { DonationFields } from './donation-fields'
import { type OrderFields, OrderSchema } from './order-schema'

const languages = { uk: 'UA', ru: 'RU', en: 'EN' }

export function OrderPage() {
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
