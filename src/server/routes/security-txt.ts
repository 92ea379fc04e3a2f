import type { Config } from '../config/config'
import type { Routes } from './valibot'

const path = '/.well-known/security.txt'

/** Where to report a weakness (RFC 9116); no such file where nobody is named. */
export function securityTxt({ security, publicUrl }: Config): Routes {
  return async app => {
    if (!security) return
    const { contact, expires } = security
    const text = `Contact: ${contact}\nExpires: ${expires}T00:00:00Z\nCanonical: ${new URL(path, publicUrl)}\n`
    app.get(path, (_request, reply) => reply.type('text/plain; charset=utf-8').send(text))
  }
}
