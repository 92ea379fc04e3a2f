/** A mail in our mailbox, as far as it matters. Addresses are bare and in lower case. */
export interface AnswerMail {
  /** The same mail has the same id, however often it is read. */
  id: string
  sender: string
  /** Everybody it was addressed or delivered to. */
  recipients: string[]
  /** Message-IDs of the emails it answers, the closest first. */
  answersTo: string[]
  /** Sent by a program: holiday notices, bounces, lists, our own emails. */
  automatic: boolean
  /** When it reached the mailbox, ms since 1970. */
  receivedAt: number
  /** The largest picture in it; null: none. */
  picture: Uint8Array | null
  /** It was too large to be read whole, so nothing is known of its pictures. */
  cutOff: boolean
}
