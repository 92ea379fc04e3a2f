import { EnvironmentSchema } from './environment'

const known = Object.keys(EnvironmentSchema.entries)
/** Node, TLS, the service manager and compose.yaml read these. */
const foreign = /^(NODE_|SSL_|TZ$|POSTGRES_|PG[A-Z]+$|UV_|npm_)/
const maxDifferences = 2
/** Settings of earlier versions, with the reason why they are gone. They never stop a start. */
const former: Record<string, string> = {
  IMAP_URL: 'the temple answers on its page',
  BOOKKEEPER_EMAIL: 'the provider’s reports have payments, fees and refunds',
}

export interface UnknownName {
  name: string
  /** The variable that was probably meant. */
  meant: string | null
}

/**
 * Finds names that the server does not read. Every name of the settings file counts (`namesInFile`). In
 * the rest of the environment only former settings count, and names that resemble one of ours.
 */
export function findUnknownNames(
  variables: Record<string, string | undefined>,
  namesInFile: string[] = [],
): UnknownName[] {
  const names = Object.keys(variables).filter(name => !known.includes(name) && !foreign.test(name))
  return names
    .map(name => ({ name, meant: findMeant(name) }))
    .filter(({ name, meant }) => namesInFile.includes(name) || meant !== null || name in former)
}

export function describeUnknown({ name, meant }: UnknownName): string {
  if (name in former) return `${name} is no longer used: ${former[name]}.`
  return `${name} is not a setting of Svichka${meant ? `: is ${meant} meant?` : '.'}`
}

/** Finds the setting that a name resembles. Short names are left out, such as PATH beside PORT. */
function findMeant(name: string): string | null {
  if (name.length < 7) return null
  const near = known.map(each => ({ each, differences: countDifferences(name, each) }))
  const [best] = near.sort((a, b) => a.differences - b.differences)
  return best && best.differences <= maxDifferences ? best.each : null
}

/** Counts the letters to insert, remove or replace (Levenshtein distance). */
function countDifferences(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries())
      next.push(
        Math.min(
          (row[j] ?? 0) + Number(letter !== other),
          (row[j + 1] ?? 0) + 1,
          (next[j] ?? 0) + 1,
        ),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
