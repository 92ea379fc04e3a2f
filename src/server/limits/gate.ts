import { type ProofChallenge, unableToProve } from '../../shared/proof-of-work'
import type { Services } from '../services'
import { createAdmission } from './admit'
import { countHere } from './count-requests'
import { failureWindowMs, type LimitedCall, narrowDoor } from './limits'
import { createProofOfWork } from './proof-of-work'
import { testsCards } from './tests-cards'
import { watchForAttack } from './watch-for-attack'

/** Too often, or too suspicious. With a challenge: the same request with its solution goes through. */
export interface Refusal {
  waitMs: number
  challenge: ProofChallenge | null
}

export interface Visitor {
  addressHash: string
  /** The proof of work header; empty: none. */
  proof: string
}

export interface Gate {
  /** null: come in. */
  enter(call: LimitedCall, visitor: Visitor): Promise<Refusal | null>
  isUnderAttack(): Promise<boolean>
}

/** What stands between the public and what costs us something. `factor` scales the limits. */
export function createGate(services: Services, factor: number): Gate {
  const { store, now, log } = services
  const admit = createAdmission(store, factor)
  const attack = watchForAttack(services, factor)
  const proofOfWork = createProofOfWork(store, now)
  const countUnproved = countHere('unproved', narrowDoor)

  /** Lets everyone in whom it cannot judge: a fault of the breaker must not turn visitors away. */
  async function judge(addressHash: string, proof: string): Promise<Refusal | null> {
    try {
      if (await testsCards(store.db, addressHash, now()))
        return { waitMs: failureWindowMs, challenge: null }
      return (await attack.isUnderAttack()) ? await askForProof(proof) : null
    } catch (error) {
      log.error({ err: error }, 'the breaker failed: visitors are let in unjudged')
      return null
    }
  }

  async function askForProof(proof: string): Promise<Refusal | null> {
    if (proof === unableToProve) {
      const waitMs = await countUnproved('all')
      return waitMs > 0 ? { waitMs, challenge: null } : null
    }
    if (proof !== '' && (await proofOfWork.isSolved(proof))) return null
    return { waitMs: 1_000, challenge: await proofOfWork.writeChallenge() }
  }

  return {
    isUnderAttack: attack.isUnderAttack,
    async enter(call, { addressHash, proof }) {
      const waitMs = await admit(call, addressHash)
      if (waitMs > 0) {
        if (call === 'intent') attack.noteRefusal()
        return { waitMs, challenge: null }
      }
      return call === 'intent' ? judge(addressHash, proof) : null
    },
  }
}
