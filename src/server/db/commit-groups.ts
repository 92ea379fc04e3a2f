import type { Database } from 'libsql'

/** One open transaction of the database, in which the writes of several requests stand. */
export interface CommitGroup {
  /** Resolves when all of it is on the disk; rejects when none of it is. */
  committed: Promise<void>
}

interface OpenGroup extends CommitGroup {
  resolve(): void
  reject(error: unknown): void
}

/**
 * Group commit for SQLite, which syncs the disk once for each transaction and has one writer: what
 * is written in one turn of the event loop is committed together, so that one sync serves all of it
 * (as PostgreSQL does with `commit_delay`). Each part stands in a savepoint of its own; nobody is
 * answered before the commit.
 */
export class CommitGroups {
  readonly #database: Database
  readonly #whenTurnEnds: (close: () => void) => void
  #open: OpenGroup | null = null

  /** `whenTurnEnds` calls back when the turn is over and no part is under way. */
  constructor(database: Database, whenTurnEnds: (close: () => void) => void) {
    this.#database = database
    this.#whenTurnEnds = whenTurnEnds
  }

  get open(): CommitGroup | null {
    return this.#open
  }

  /**
   * The open group, or a new one, which takes the write lock at once: a deferred transaction that
   * reads, then writes, fails without waiting its turn when the command line has written in between.
   * Throws when the lock is not to be had.
   */
  join(): CommitGroup {
    if (this.#open) return this.#open
    this.#database.exec('begin immediate')
    const group = createGroup()
    this.#open = group
    this.#whenTurnEnds(() => {
      if (this.#open === group) this.close()
    })
    return group
  }

  /** Commits what is open. A failure is told to those who wait for the group, not to the caller. */
  close(): void {
    const group = this.#open
    if (!group) return
    this.#open = null
    try {
      this.#database.exec('commit')
      group.resolve()
    } catch (error) {
      group.reject(error)
      if (this.#database.inTransaction) this.#database.exec('rollback')
    }
  }

  /** After a failed step: a full disk makes SQLite give up the whole transaction (sqlite.org/lang_transaction.html#response_to_errors_within_a_transaction). */
  noteFailure(error: unknown): void {
    if (!this.#open || this.#database.inTransaction) return
    this.#open.reject(error)
    this.#open = null
  }
}

function createGroup(): OpenGroup {
  let resolve = () => {}
  let reject: (error: unknown) => void = () => {}
  const committed = new Promise<void>((yes, no) => {
    resolve = yes
    reject = no
  })
  // Those who wait for it hear of a failure; a group whose every part was undone has nobody left.
  committed.catch(() => {})
  return { committed, resolve, reject }
}
