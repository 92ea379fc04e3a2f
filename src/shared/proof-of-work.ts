import * as v from 'valibot'

/**
 * While cards are being tested against the service, an intent costs the browser a second of work.
 * The refusal (429) then carries a challenge; the same request again with its solution in this
 * header goes through. Base64 of JSON `{ challenge, solution }`, or `unable`.
 */
export const proofOfWorkHeader = 'proof-of-work'

/** What a browser sends that cannot solve a challenge: a narrow door is left open for those. */
export const unableToProve = 'unable'

const hex = v.pipe(v.string(), v.regex(/^[0-9a-f]{1,512}$/))
const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** As altcha-lib writes it. */
export const ChallengeSchema = v.object({
  parameters: v.object({
    algorithm: v.literal('PBKDF2/SHA-256'),
    nonce: hex,
    salt: hex,
    cost: count,
    keyLength: count,
    keyPrefix: hex,
    keySignature: hex,
    /** s since 1970. */
    expiresAt: count,
  }),
  signature: hex,
})

export type ProofChallenge = v.InferOutput<typeof ChallengeSchema>

export const ProofSchema = v.object({
  challenge: ChallengeSchema,
  solution: v.object({ counter: count, derivedKey: hex }),
})

/** The refusal's body while a proof of work is asked for. */
export const ProofWantedSchema = v.object({
  success: v.literal(false),
  error: v.string(),
  challenge: ChallengeSchema,
})

export type Proof = v.InferOutput<typeof ProofSchema>
