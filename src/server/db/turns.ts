/** One at a time, in the order of asking. */
export class Turns {
  #last: Promise<void> = Promise.resolve()

  /** Resolves when everybody before has given back; call the result to give back. */
  async take(): Promise<() => void> {
    const before = this.#last
    let giveBack = () => {}
    this.#last = new Promise(resolve => {
      giveBack = resolve
    })
    await before
    return giveBack
  }
}
