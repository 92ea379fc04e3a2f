import { presetAmounts } from '../../shared/donation-amount'
import type { AmountChoice as Choice } from '../checkout/desk-state'
import { isBound } from '../checkout/desk-state'
import { chooseAmount } from './choose-amount'
import { CustomAmount } from './custom-amount'
import { useDesk, usePage } from './page-context'

const choices = [...presetAmounts, 'custom'] as const satisfies readonly Choice[]

export function AmountChoice({ closed }: { closed: boolean }) {
  const { desk, texts } = usePage()
  const state = useDesk()
  return (
    <fieldset className="amounts" disabled={closed || isBound(state)}>
      <legend>
        {texts.amount}, {texts.amountUnit}
      </legend>
      <div className="amount-grid">
        {choices.map(choice => (
          <label key={choice} className="amount">
            <input
              type="radio"
              name="amount"
              value={choice}
              checked={state.choice === choice}
              onChange={() => chooseAmount(desk, choice)}
            />
            <span>{choice === 'custom' ? texts.customAmount : choice}</span>
          </label>
        ))}
      </div>
      {state.choice === 'custom' && <CustomAmount />}
    </fieldset>
  )
}
