import { ConfigError } from '../server/config/read-config'
import { isStoreFailure } from '../server/db/failures'
import { StoreError } from '../server/db/open-store'
import { CommandError, exitCodes } from './shop'

/** Any failure as a message that says what to do, and the exit code. */
export function explainFailure(error: unknown): { message: string; exitCode: number } {
  const { config, failed, unexpected } = exitCodes
  if (error instanceof CommandError) return error
  if (error instanceof ConfigError || error instanceof StoreError)
    return { message: error.message, exitCode: config }
  const name = nameError(error)
  if (!isStoreFailure(error)) return { message: `Unexpected error: ${name}`, exitCode: unexpected }
  const message = `The store cannot be used (${name}).\nCheck DATABASE_URL, or that DATA_DIR is writable and its disk has room.`
  return { message, exitCode: failed }
}

/** The error's code and first line, without the credentials of any URL in it. */
export function nameError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const code = 'code' in error ? `${String(error.code)}: ` : ''
  return `${code}${error.message.split('\n')[0]?.replace(/\/\/[^/@\s]*@/g, '//…@') ?? ''}`
}
