/** Without a byte for so long the connection is gone, ms; while the server decodes pictures none comes. */
const stalledMs = 30_000
const answerMs = 5 * 60_000

export interface Answer {
  document: Document
  url: string
  /** The press was taken: `url` shows what it did. */
  isTaken: boolean
}

/**
 * Sends a form as its button would; `onProgress` from 0 to 100. null: no answer of ours came, so whether it
 * arrived is unclear. It may be sent again: the server knows it by its key.
 */
export function sendPress(
  url: string,
  body: FormData,
  onProgress: (percent: number) => void,
): Promise<Answer | null> {
  return new Promise(done => {
    // fetch tells nothing of the progress of what it sends.
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
      // An error of something between here and the server has no page of ours.
      const { responseXML: page, responseURL, status } = request
      const isOurs = page?.querySelector('main')
      done(page && isOurs ? { document: page, url: responseURL, isTaken: status === 200 } : null)
    }
    request.onerror = () => done(null)
    request.onabort = () => done(null)
    request.onloadend = () => clearTimeout(timer)
    wait(stalledMs)
    request.send(body)
  })
}
