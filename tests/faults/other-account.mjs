// Preloaded into the server: while a file says so, it asks the provider with another account's key,
// as if that had been deployed by mistake.
import { existsSync } from 'node:fs'
import http from 'node:http'

const mark = process.env.OTHER_ACCOUNT_FILE ?? ''
const { request } = http

http.request = (options, ...rest) => {
  const { headers } = options
  if (headers?.Authorization && existsSync(mark)) headers.Authorization = 'Bearer sk_test_other'
  return request(options, ...rest)
}
