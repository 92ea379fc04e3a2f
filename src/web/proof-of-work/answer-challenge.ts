import { proofOfWorkHeader } from '../../shared/proof-of-work'

const refused = '429: '

/**
 * Sends a request, and once more with a proof of work if the server asks for one, as it does while
 * it is under attack. The code that does the work is loaded only then.
 */
export async function answerChallenge(
  send: (headers: Record<string, string>) => Promise<Response>,
): Promise<Response> {
  try {
    return await send({})
  } catch (error) {
    const proof = await proofFor(error)
    if (proof === null) throw error
    return send({ [proofOfWorkHeader]: proof })
  }
}

async function proofFor(error: unknown): Promise<string | null> {
  if (!(error instanceof Error && error.message.startsWith(refused))) return null
  const { proveWork } = await import('./prove-work')
  return proveWork(error.message.slice(refused.length))
}
