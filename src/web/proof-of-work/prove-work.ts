import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import * as v from 'valibot'
import {
  type ProofChallenge,
  ProofSchema,
  ProofWantedSchema,
  unableToProve,
} from '../../shared/proof-of-work'

const longestMs = 30_000

/**
 * The header that answers a refusal's challenge, or that this browser cannot. Null: the refusal
 * carries no challenge. A worker does it while the page stays usable; without one, the page does.
 */
export async function proveWork(refusal: string): Promise<string | null> {
  const wanted = v.safeParse(ProofWantedSchema, readJson(refusal))
  if (!wanted.success) return null
  const { challenge } = wanted.output
  try {
    const solution = await solveInWorker(challenge).catch(() => solveHere(challenge))
    const proof = v.parse(ProofSchema, { challenge, solution })
    return btoa(JSON.stringify(proof))
  } catch {
    // No secure context, or a very old browser: the server leaves a narrow door for these.
    return unableToProve
  }
}

function solveHere(challenge: ProofChallenge): Promise<unknown> {
  return solveChallenge({ challenge, deriveKey, timeout: longestMs })
}

async function solveInWorker(challenge: ProofChallenge): Promise<unknown> {
  const worker = new Worker(new URL('./solve.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<unknown>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => resolve(data))
    worker.addEventListener('error', reject)
    setTimeout(reject, longestMs)
    worker.postMessage(challenge)
  }).finally(() => worker.terminate())
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
