import { queryClient } from './query-client'

/** Runs a call that changes something under the client's rules for mutations (none is retried). */
export function runMutation<T>(call: () => Promise<T>): Promise<T> {
  return queryClient.getMutationCache().build(queryClient, { mutationFn: call }).execute(undefined)
}
