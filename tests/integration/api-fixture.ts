import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest'
import { startApi, type TestApi } from './start-api'

type Options = Parameters<typeof startApi>[0]

/** An API for the present test, closed after it. */
export async function openApi(options?: Options): Promise<TestApi> {
  const api = await startApi(options)
  onTestFinished(() => api.close())
  return api
}

/** The same for each test of a file or a `describe`. */
export function apiForEach(options?: Options): TestApi {
  const api = {} as TestApi
  beforeEach(async () => void Object.assign(api, await openApi(options)))
  return api
}

/** One API for all tests of a file or a `describe`. */
export function apiForAll(options?: Options): TestApi {
  const api = {} as TestApi
  beforeAll(async () => void Object.assign(api, await startApi(options)))
  afterAll(() => api.close())
  return api
}
