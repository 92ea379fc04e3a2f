import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { ProofChallenge } from '../../shared/proof-of-work'

self.addEventListener('message', async ({ data }: MessageEvent<ProofChallenge>) => {
  self.postMessage(await solveChallenge({ challenge: data, deriveKey }))
})
