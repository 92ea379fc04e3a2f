/** A connection without a byte for so long is lost, ms. While the server decodes pictures it sends none. */
const stalledMs = 30_000
const answerMs = 5 * 60_000

export interface Answer {
  document: Document
  url: string
  /** True if the submission was accepted. Then `url` shows what it did. */
  isAccepted: boolean
}

/**
 * Sends a form as its button would, and calls `onProgress` with 0 to 100. Returns null if our server did
 * not answer, so nobody knows whether the form arrived. It may be sent again, because the server knows it
 * by its key.
 */
export function sendSubmission(
  url: string,
  body: FormData,
  onProgress: (percent: number) => void,
): Promise<Answer | null> {
  return new Promise(done => {
    // `fetch` does not tell the progress of an upload.
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), ms)
    }
    request.open('POST', url)
    request.responseType = 'document'
    request.upload.onprogress = ({ loaded, total }) => {
      wait(stalledMs)
      onProgress(total > 0 ? Math.round((loaded / total) * 100) : 0)
    }
    request.upload.onload = () => wait(answerMs)
    request.onload = () => {
      // If a proxy in between answers with an error, the answer is no page of ours.
      const { responseXML: page, responseURL, status } = request
      const isOurs = page?.querySelector('main')
      done(page && isOurs ? { document: page, url: responseURL, isAccepted: status === 200 } : null)
    }
    request.onerror = () => done(null)
    request.onabort = () => done(null)
    request.onloadend = () => clearTimeout(timer)
    wait(stalledMs)
    request.send(body)
  })
}
