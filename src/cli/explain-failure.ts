import { ConfigError } from '../server/config/read-config'
import { isStoreFailure } from '../server/db/failures'
import { StoreError } from '../server/db/open-store'
import { CommandError, exitCodes } from './command'
import type { Text } from './print'

/** Any failure as a sentence for people, and the exit code. */
export function explainFailure(error: unknown): { text: Text; exitCode: number } {
  if (error instanceof CommandError) return error
  const { config, failed, unexpected } = exitCodes
  if (error instanceof ConfigError) {
    const uk = `У налаштуваннях є помилки:\n${error.list}`
    return { text: { en: error.message, uk }, exitCode: config }
  }
  if (error instanceof StoreError)
    return { text: storeTexts[error.kind](error.place), exitCode: config }
  const name = nameError(error)
  if (isStoreFailure(error)) return { text: storeTexts.failing(name), exitCode: failed }
  const en = `This should not have happened: ${name}`
  return { text: { en, uk: `Сталася неочікувана помилка: ${name}` }, exitCode: unexpected }
}

const storeTexts: Record<StoreError['kind'] | 'failing', (what: string) => Text> = {
  missing: place => ({
    en: `There is no store at ${place}.\nStart the server once, or set DATA_DIR or DATABASE_URL as the server has it.`,
    uk: `Сховища ${place} немає.\nЗапустіть спершу сервер або задайте DATA_DIR чи DATABASE_URL так, як у нього.`,
  }),
  older: place => ({
    en: `The store ${place} was last used by an older version.\nStart this version of the server once: it brings the store up to date.`,
    uk: `Сховище ${place} востаннє використовувала старіша версія.\nЗапустіть раз сервер цієї версії: він оновить сховище.`,
  }),
  newer: place => ({
    en: `The store ${place} was used by a newer version.\nUse that version, or restore a backup from before.`,
    uk: `Сховище ${place} вже використовувала новіша версія.\nВізьміть її або відновіть давнішу резервну копію.`,
  }),
  failing: failure => ({
    en: `The store cannot be used (${failure}).\nCheck DATABASE_URL, or that DATA_DIR can be written and its disk has room.`,
    uk: `Сховище недоступне (${failure}).\nПеревірте DATABASE_URL або чи можна писати в DATA_DIR і чи є місце на диску.`,
  }),
}

/** An error as codes and its first line, without addresses or passwords of a configuration. */
export function nameError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const code = 'code' in error ? `${String(error.code)}: ` : ''
  return `${code}${error.message.split('\n')[0]?.replace(/\/\/[^/@\s]*@/g, '//…@') ?? ''}`
}
