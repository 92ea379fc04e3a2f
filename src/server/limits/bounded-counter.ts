import { RateLimiterMemory } from 'rate-limiter-flexible'

/** So many addresses are counted apart in one process: 5,000 of them cost some 4 MB. */
const mostKeys = 5_000

/**
 * Counts in memory that does not grow with the number of addresses: beyond the bound, the address
 * that was quiet for longest is counted from nothing when it comes again. Who has that many
 * addresses is not held by a limit for each of them, but by the one for everyone and the breaker.
 */
export class BoundedCounter extends RateLimiterMemory {
  readonly #latest = new Set<string>()

  override async consume(...given: Parameters<RateLimiterMemory['consume']>) {
    const key = String(given[0])
    this.#latest.delete(key)
    this.#latest.add(key)
    if (this.#latest.size > mostKeys) await this.#forgetOldest()
    return super.consume(...given)
  }

  async #forgetOldest(): Promise<void> {
    const [oldest = ''] = this.#latest
    this.#latest.delete(oldest)
    await this.delete(oldest)
  }
}
