import { once } from 'node:events'
import { connect } from 'node:tls'

const timeoutMs = 5_000

export interface Certificate {
  /** Why the certificate is not accepted, or null if it is. */
  fault: string | null
  expiresAt: number
}

/** Reads the certificate of an https address, even an invalid one. Returns null if nobody answers by TLS. */
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
