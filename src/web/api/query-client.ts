import { QueryClient, type QueryFunction } from '@tanstack/react-query'
import { isUnauthorized, request } from './request'

/** Unused data is dropped after this time, in ms. */
const garbageCollection = 5 * 60_000

/** GETs the key's segments joined by slashes. A 401 throws, unless it is asked to read as null. */
export function queryByKey(on401: 'throw' | 'null' = 'throw'): QueryFunction<unknown> {
  return async ({ queryKey, signal }) => {
    try {
      const response = await request(queryKey.join('/'), { signal })
      return await response.json()
    } catch (error) {
      if (on401 === 'null' && isUnauthorized(error)) return null
      throw error
    }
  }
}

/** The page's one client; it comes with the calls, after the form can already be filled in. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      queryFn: queryByKey(),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: garbageCollection,
      refetchOnWindowFocus: false,
      refetchInterval: false,
      retry: false,
      // "always": without it a visitor who is offline would wait for ever without an error message.
      networkMode: 'always',
    },
  },
})
