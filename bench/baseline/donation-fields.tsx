import * as Checkbox from '@radix-ui/react-checkbox'
import * as Label from '@radix-ui/react-label'
import * as RadioGroup from '@radix-ui/react-radio-group'
import { useMutation } from '@tanstack/react-query'
import axios from 'axios'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CardFields } from './card-fields'
import type { OrderFields } from './order-schema'

const amounts = [100, 200, 300, 400, 500]

export function DonationFields({ publicKey }: { publicKey: string | undefined }) {
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
