import { type SubmitEvent, useState } from 'react'
import type { FormErrors } from '../../shared/form-state'
import { excessOf, isFilled } from '../../shared/plain-text'
import { completeOrder } from '../checkout/send-order'
import type { GoodNews, Missing } from '../checkout/state'
import { useCheckout } from '../checkout/store'
import { checkoutMessages } from '../locales/checkout-messages'
import { TextField, textError } from './controls'

interface MissingDetailsProps {
  paid: GoodNews & { uah: number; clientSecret: string }
  missing: Missing
}

/** The fields that a paid order lacks, inside its thanks. */
export function MissingDetails({ paid, missing }: MissingDetailsProps) {
  const { store, state, messages } = useCheckout()
  const texts = checkoutMessages[state.language]
  const [errors, setErrors] = useState<FormErrors>({})
  const [progress, setProgress] = useState<'writing' | 'saving' | 'failed'>('writing')
  const { name = '', purpose = '' } = paid.summary ?? {}
  const wanted = {
    forWhom: missing !== 'purpose',
    purpose: missing !== 'name' || (paid.summary !== undefined && !isFilled(purpose)),
  }

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (progress === 'saving') return
    const typed = new FormData(event.currentTarget)
    const texts = {
      forWhom: wanted.forWhom ? String(typed.get('forWhom')) : name,
      purpose: wanted.purpose ? String(typed.get('purpose')) : purpose,
    }
    const found: FormErrors = {}
    for (const field of ['forWhom', 'purpose'] as const) {
      const error = wanted[field] && (!isFilled(texts[field]) || excessOf(texts[field]))
      if (error) found[field] = error
    }
    setErrors(found)
    const [wrong] = Object.keys(found)
    if (wrong) return document.getElementById(`missing-${wrong}`)?.focus()
    setProgress('saving')
    const isStored = await completeOrder(store, paid, {
      name: texts.forWhom,
      purpose: texts.purpose,
    })
    setProgress(isStored ? 'writing' : 'failed')
  }

  const label = progress === 'saving' ? texts.sending : texts.save
  const fields = {
    forWhom: { label: messages.forWhom, placeholder: messages.forWhomExample, text: name },
    purpose: { label: messages.purpose, placeholder: messages.purposeExample, text: purpose },
  }
  return (
    <form className="missing-details" noValidate onSubmit={save}>
      {(['forWhom', 'purpose'] as const)
        .filter(field => wanted[field])
        .map(field => (
          <TextField
            key={field}
            id={`missing-${field}`}
            name={field}
            label={fields[field].label}
            placeholder={fields[field].placeholder}
            defaultValue={fields[field].text}
            required
            onInput={() => setErrors({ ...errors, [field]: undefined })}
            error={textError(errors[field], messages)}
          />
        ))}
      <button type="submit" name="save" className="primary">
        <span key={label}>{label}</span>
      </button>
      <p className="error" role="status">
        {progress === 'failed' && messages.orderFailed}
      </p>
    </form>
  )
}
