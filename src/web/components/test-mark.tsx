import { useCardPayments } from './card-payments-context'
import { usePage } from './page-context'

/** Says that no real money moves. Its place is kept even while it is empty. */
export function TestMark() {
  const { texts } = usePage()
  const { testing } = useCardPayments()
  return <p className="test-mark">{testing && texts.testPayments}</p>
}
