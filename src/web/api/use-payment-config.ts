import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as v from 'valibot'
import { PaymentConfigSchema, paymentConfigPath } from '../../shared/payment-config'

export type ReadConfig =
  | { kind: 'asking' }
  | { kind: 'open'; publicKey: string }
  | { kind: 'unavailable' }

/** Whether cards can be taken, and a way to ask again. A failed call is only logged. */
export function usePaymentConfig(): { config: ReadConfig; askAgain: () => unknown } {
  const query = useQuery({
    queryKey: [paymentConfigPath],
    select: answer => v.parse(PaymentConfigSchema, answer),
  })
  const { error, data, refetch, isFetching } = query

  useEffect(() => {
    if (error) reportError(error)
  }, [error])

  return { config: readConfig(), askAgain: refetch }

  function readConfig(): ReadConfig {
    if (data?.configured && data.publicKey) return { kind: 'open', publicKey: data.publicKey }
    return isFetching ? { kind: 'asking' } : { kind: 'unavailable' }
  }
}
