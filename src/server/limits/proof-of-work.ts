import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as v from 'valibot'
import { ChallengeSchema, type ProofChallenge, ProofSchema } from '../../shared/proof-of-work'
import { readOrCreateSecret } from '../db/secrets'
import type { Store } from '../db/store'
import { countTogether } from './count-requests'
import { proof } from './limits'

export interface ProofOfWork {
  writeChallenge(): Promise<ProofChallenge>
  /** Whether the header solves a challenge of ours, in time and for the first time. */
  isSolved(header: string): Promise<boolean>
}

const secretName = 'proof-of-work'
// A header of ours is about 700 characters long.
const longestHeader = 2_000

/** Challenges carry their own signature, so nothing is kept of those that are never solved. */
export function createProofOfWork(store: Store, now: () => number): ProofOfWork {
  const countUse = countTogether(store, 'proof', {
    points: 1,
    seconds: (2 * proof.validMs) / 1000,
  })
  return {
    async writeChallenge() {
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: proof.cost,
        counter: randomInt(proof.counterTo, proof.counterFrom),
        deriveKey,
        expiresAt: Math.floor((now() + proof.validMs) / 1000),
        ...(await readSecrets(store, now())),
      })
      return v.parse(ChallengeSchema, challenge)
    },
    async isSolved(header) {
      const sent = v.safeParse(ProofSchema, readHeader(header))
      if (!sent.success) return false
      const { challenge, solution } = sent.output
      const answer = await verifySolution({
        challenge,
        solution,
        deriveKey,
        ...(await readSecrets(store, now())),
      })
      return answer.verified && (await countUse(challenge.parameters.nonce)) === 0
    },
  }
}

/** Base64 of JSON; anything else is no proof. */
function readHeader(header: string): unknown {
  if (header.length > longestHeader) return null
  try {
    return JSON.parse(Buffer.from(header, 'base64').toString())
  } catch {
    return null
  }
}

async function readSecrets(store: Store, now: number) {
  const secret = await readOrCreateSecret(store.db, secretName, now)
  return { hmacSignatureSecret: secret, hmacKeySignatureSecret: `${secret}/key` }
}
