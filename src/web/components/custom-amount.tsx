import { type KeyboardEvent, useEffect, useRef } from 'react'
import { maximumDonation, minimumDonation } from '../../shared/donation-amount'
import type { CustomFault } from '../checkout/desk-state'
import { applyCustomAmount } from './choose-amount'
import { useDesk, usePage } from './page-context'

/** How long after leaving the field or pressing Enter the amount is applied, in ms. */
const customAmountDelay = 200

export function CustomAmount() {
  const { desk, texts } = usePage()
  const { customFault, intent } = useDesk()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => () => clearTimeout(timer.current), [])

  function applySoon() {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const form = input.current?.form
      if (form) applyCustomAmount(desk, form)
    }, customAmountDelay)
  }

  function applyOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    applySoon()
  }

  const faultTexts: Record<CustomFault, string> = {
    below: texts.belowMinimum,
    above: texts.aboveMaximum,
    'not-whole': texts.notWhole,
  }

  return (
    <div className="field">
      <label htmlFor="customAmount">{texts.customAmountLabel}</label>
      <input
        ref={input}
        id="customAmount"
        name="customAmount"
        type="number"
        inputMode="numeric"
        min={minimumDonation}
        max={maximumDonation}
        step={1}
        autoComplete="off"
        defaultValue={intent.kind === 'none' ? undefined : intent.uah}
        aria-invalid={customFault !== undefined}
        aria-describedby="customAmount-note"
        onBlur={applySoon}
        onKeyDown={applyOnEnter}
      />
      <p className={customFault ? 'fault' : 'hint'} id="customAmount-note" aria-live="polite">
        {customFault ? faultTexts[customFault] : texts.customAmountHint}
      </p>
    </div>
  )
}
