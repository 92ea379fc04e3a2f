import { useEffect, useRef, useState } from 'react'
import { readForm } from '../checkout/read-form'
import { useCheckout } from '../checkout/store'

const required = ['forWhom', 'purpose'] as const

/** Shown above Pay while a field is empty: leads to the field, and blocks nothing. */
export function NamesMissing() {
  const { messages } = useCheckout()
  const box = useRef<HTMLDivElement>(null)
  const [empty, setEmpty] = useState<(typeof required)[number]>()

  useEffect(() => {
    const form = box.current?.closest('form')
    if (!form) return
    const update = () => {
      const filled = readForm(form)
      setEmpty(required.find(name => filled[name].trim() === ''))
    }
    update()
    form.addEventListener('input', update)
    return () => form.removeEventListener('input', update)
  }, [])

  return (
    <div ref={box} className="names-missing" hidden={!empty}>
      <p>{messages.namesMissing}</p>
      <button
        type="button"
        className="quiet"
        onClick={() => empty && document.getElementById(empty)?.focus()}
      >
        {messages.fillIn}
      </button>
    </div>
  )
}
