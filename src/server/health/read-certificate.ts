import { once } from 'node:events'
import { connect } from 'node:tls'

const timeoutMs = 5_000

export interface Certificate {
  /** Why it is not accepted; null: it is. */
  fault: string | null
  /** ms since 1970. */
  expiresAt: number
}

/** Of an https address, also one that is not valid; null: there is no TLS, or nobody answers. */
export async function readCertificate({
  protocol,
  hostname,
  port,
}: URL): Promise<Certificate | null> {
  if (protocol !== 'https:') return null
  const host = hostname.replace(/^\[|\]$/g, '')
  const socket = connect({
    ...{ host, servername: host, port: Number(port || 443), rejectUnauthorized: false },
  })
  socket.on('error', () => {})
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(timeoutMs) })
    const { authorizationError: fault } = socket
    const expiresAt = Date.parse(socket.getPeerCertificate().valid_to)
    return { fault: fault ? String(fault.message || fault) : null, expiresAt }
  } catch {
    return null
  } finally {
    socket.destroy()
  }
}
