import { type RefObject, useEffect, useState } from 'react'
import { isFilled } from '../../shared/order-form'
import { readForm } from '../components/read-form'

/** Whether the form around this fieldset still says too little for a prayer. */
export function useNamesMissing(inside: RefObject<HTMLFieldSetElement | null>): boolean {
  const [missing, setMissing] = useState(false)
  useEffect(() => {
    const form = inside.current?.form
    if (!form) return
    const look = () => {
      const { forWhom, purpose } = readForm(form)
      setMissing(!isFilled(forWhom) || !isFilled(purpose))
    }
    look()
    form.addEventListener('input', look)
    return () => form.removeEventListener('input', look)
  }, [inside])
  return missing
}
