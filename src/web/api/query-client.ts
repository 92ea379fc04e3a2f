import { QueryClient, type QueryFunction } from '@tanstack/query-core'
import { minuteMs } from '../../shared/durations'
import { hasStatus, request } from './request'

/** Fetches the path of the key's segments. A 401 throws, or returns null with `on401: 'null'`. */
export function queryByKey(on401: 'throw' | 'null' = 'throw'): QueryFunction<unknown> {
  return async ({ queryKey, signal }) => {
    try {
      const response = await request(queryKey.join('/'), { signal })
      return await response.json()
    } catch (error) {
      if (on401 === 'null' && hasStatus(error, 401)) return null
      throw error
    }
  }
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      queryFn: queryByKey(),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 5 * minuteMs,
      refetchOnWindowFocus: false,
      refetchInterval: false,
      retry: false,
      // By default an offline visitor would wait for ever without an error.
      networkMode: 'always',
    },
  },
})
