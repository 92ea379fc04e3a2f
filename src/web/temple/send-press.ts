import { minuteMs } from '../../shared/durations'

/** As long as the server waits for a press. */
const timeoutMs = 5 * minuteMs

/** A button's press on its way. */
export interface PressToSend {
  /** Of the page. */
  url: string
  action: string
  /**
   * The orders it is about, and what the page showed of each, which a repeat compares: `waiting`, or `lit`
   * and the number of photos (`data-mark`).
   */
  marks: Map<string, string>
  pictures: { name: string; file: File }[]
}

export interface Answer {
  document: Document
  url: string
}

/**
 * Sends it as the form would; `onProgress` from 0 to 100. The answer is the page after the press; null
 * if none came: whether the press arrived is then unclear.
 */
export function sendPress(
  { url, action, marks, pictures }: PressToSend,
  onProgress: (percent: number) => void,
): Promise<Answer | null> {
  const body = new FormData()
  body.append('action', action)
  for (const code of marks.keys()) body.append('order', code)
  for (const { name, file } of pictures) body.append('photo', file, name)
  return load('POST', url, body, onProgress)
}

/** The page as it is now. */
export function loadPage(url: string): Promise<Answer | null> {
  return load('GET', url)
}

// fetch tells nothing of the progress of what it sends.
function load(
  method: string,
  url: string,
  body?: FormData,
  onProgress?: (percent: number) => void,
): Promise<Answer | null> {
  return new Promise(done => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    request.responseType = 'document'
    request.timeout = timeoutMs
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress?.(total > 0 ? Math.round((loaded / total) * 100) : 0)
    request.onload = () => {
      // An error of something between here and the server has no page of ours.
      const { responseXML: page, responseURL } = request
      done(page?.querySelector('main') ? { document: page, url: responseURL } : null)
    }
    request.onerror = () => done(null)
    request.ontimeout = () => done(null)
    request.onabort = () => done(null)
    request.send(body ?? null)
  })
}
