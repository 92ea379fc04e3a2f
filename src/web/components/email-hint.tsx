import { useEffect, useState } from 'react'
import { cleanEmail } from '../../shared/email-address'
import { toMailAddress } from '../../shared/mail-address'
import { useCheckout } from '../checkout/store'
import { checkoutMessages } from '../locales/checkout-messages'

/**
 * The hint appears after so long without a key, ms. If it waited until the field is left, it would come too
 * late for a quick payer.
 */
const typingPauseMs = 1000

/** Hints that no mail can reach the address. It blocks nothing. */
export function EmailHint() {
  const { state } = useCheckout()
  const [isUnreachable, setUnreachable] = useState(false)

  useEffect(() => {
    const listening = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = ({ type, target }: Event) => {
      if (!(target instanceof HTMLInputElement) || target.name !== 'email') return
      const check = () => {
        const email = cleanEmail(target.value)
        setUnreachable(email !== '' && toMailAddress(email) === null)
      }
      clearTimeout(timer)
      if (type === 'focusout') return check()
      setUnreachable(false)
      timer = setTimeout(check, typingPauseMs)
    }
    for (const type of ['input', 'focusout'])
      document.addEventListener(type, follow, { signal: listening.signal })
    return () => {
      clearTimeout(timer)
      listening.abort()
    }
  }, [])

  if (!isUnreachable || state.errors.email) return null
  return <span className="unreachable">{checkoutMessages[state.language].emailUnreachable}</span>
}
