import { afterAll, afterEach, test as base, beforeAll, beforeEach } from 'vitest'
import { startApi, type TestApi } from './start-api'

type Options = Parameters<typeof startApi>[0]

/** A test with an API of its own: `test('…', async ({ api }) => …)`. */
export const test = base.extend<{ api: TestApi }>({
  api: async ({ task: _ }, use) => {
    const api = await startApi()
    await use(api)
    await api.close()
  },
})

/** An API for each test of a file or a `describe`: started before it, closed after it. */
export function apiForEach(options?: Options): TestApi {
  const api = {} as TestApi
  beforeEach(async () => void Object.assign(api, await startApi(options)))
  afterEach(() => api.close())
  return api
}

/** One API for all tests of a file or a `describe`. */
export function apiForAll(options?: Options): TestApi {
  const api = {} as TestApi
  beforeAll(async () => void Object.assign(api, await startApi(options)))
  afterAll(() => api.close())
  return api
}
