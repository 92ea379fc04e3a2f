import type { QueryClient } from '@tanstack/react-query'

/** Runs a call that changes something under the client's rules for mutations (none is retried). */
export function runMutation<T>(client: QueryClient, call: () => Promise<T>): Promise<T> {
  return client.getMutationCache().build(client, { mutationFn: call }).execute(undefined)
}
