import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import type { Carrier } from './carrier'

/** Where there is no mail server: whole mails as `.eml` files, which any mail program opens. */
export function createFolderCarrier(folder: string): Carrier {
  const composer = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async carry(mail, name) {
      const { message } = await composer.sendMail(mail)
      if (!Buffer.isBuffer(message)) throw new Error('nodemailer composed no mail.')
      await writeSafely(folder, `${name}.eml`, message)
    },
    close: () => composer.close(),
  }
}

/** The file is there whole, also after a power cut, or not at all. */
async function writeSafely(folder: string, name: string, content: Buffer): Promise<void> {
  if (!existsSync(folder)) await mkdir(folder, { recursive: true, mode: 0o700 })
  const unfinished = join(folder, `.${randomUUID()}`)
  await writeAndSync(unfinished, content)
  await rename(unfinished, join(folder, name))
  await syncFolder(folder)
}

async function writeAndSync(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
