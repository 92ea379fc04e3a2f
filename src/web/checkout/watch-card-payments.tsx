import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from '../api/query-client'
import type { CardPayments } from './card-payments'
import { ResumePending } from './resume-pending'
import { useCardProvider } from './use-card-provider'

export interface CardPaymentsWatchProps {
  tell: (cards: CardPayments) => void
}

/** Finds out whether cards can be taken, and takes up what was left unfinished. Shows nothing. */
export function CardPaymentsWatch({ tell }: CardPaymentsWatchProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <Watch tell={tell} />
      <ResumePending />
    </QueryClientProvider>
  )
}

function Watch({ tell }: CardPaymentsWatchProps) {
  const cards = useCardProvider()
  useEffect(() => tell(cards), [cards, tell])
  return null
}
