import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as v from 'valibot'
import { PaymentConfigSchema, paymentConfigPath } from '../../contract/payment-config'

export type CardPayments =
  | { kind: 'asking' }
  | { kind: 'open'; publicKey: string }
  | { kind: 'unavailable' }

/** Whether cards can be taken, and a way to ask again. A failed call is only logged. */
export function usePaymentConfig(): { cards: CardPayments; askAgain: () => void } {
  const config = useQuery({
    queryKey: [paymentConfigPath],
    select: answer => v.parse(PaymentConfigSchema, answer),
  })
  const { error, data, refetch, isFetching } = config

  useEffect(() => {
    if (error) reportError(error)
  }, [error])

  return { cards: readConfig(), askAgain: () => void refetch() }

  function readConfig(): CardPayments {
    if (data?.configured && data.publicKey) return { kind: 'open', publicKey: data.publicKey }
    return isFetching ? { kind: 'asking' } : { kind: 'unavailable' }
  }
}
