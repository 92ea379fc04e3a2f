import { ConfigError } from './config/read-config'
import { isStoreFailure } from './db/failures'
import { StoreError } from './db/open-store'

/** EX_SOFTWARE and EX_CONFIG of sysexits.h: deploy/svichka.service does not restart after either. */
const unexpected = 70
const permanent = 78
/** With this exit code the service manager restarts the server, which may help. */
const passing = 1

interface Explanation {
  sentence: string
  exitCode: number
}

/** Certificates that Node and OpenSSL reject (nodejs.org/api/tls.html, X509 certificate error codes). */
const untrusted = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/

/** Says why the server does not start, and what to do. */
export function explainStart(error: unknown): Explanation {
  if (error instanceof ConfigError || error instanceof StoreError)
    return { sentence: error.message, exitCode: permanent }
  if (!(error instanceof Error)) return explainUnknown(error)
  const code = 'code' in error ? String(error.code) : ''
  return (
    explainSocket(code, error.message) ??
    explainFile(code, error.message) ??
    explainDatabase(code, error) ??
    explainUnknown(error)
  )
}

function explainSocket(code: string, message: string): Explanation | null {
  if (code === 'EADDRINUSE')
    return {
      sentence: `Another program uses this port (${message}): stop it, or change PORT or METRICS_PORT.`,
      exitCode: passing,
    }
  if (code === 'EADDRNOTAVAIL' || (code === 'EACCES' && message.startsWith('listen')))
    return {
      sentence: `HOST and PORT, or METRICS_HOST and METRICS_PORT, cannot be used (${message}).`,
      exitCode: permanent,
    }
  return null
}

function explainFile(code: string, message: string): Explanation | null {
  if (code === 'EACCES' || code === 'EPERM')
    return {
      sentence: `A file or folder cannot be used (${message}): it must belong to the server's user (chown -R svichka: /var/lib/svichka).`,
      exitCode: permanent,
    }
  if (['ENOENT', 'ENOTDIR', 'EEXIST', 'ELOOP', 'ENAMETOOLONG'].includes(code))
    return {
      sentence: `A file or folder cannot be used (${message}): set DATA_DIR to a folder that exists or can be created, and install the release again if a file of the program is missing.`,
      exitCode: permanent,
    }
  if (['EROFS', 'ENOSPC', 'EIO', 'EDQUOT'].includes(code))
    return {
      sentence: `The disk cannot be written (${message}): it is full, broken or mounted read-only.`,
      exitCode: passing,
    }
  return null
}

function explainDatabase(code: string, error: Error): Explanation | null {
  const { message } = error
  if (untrusted.test(code) || message.includes('does not support SSL'))
    return {
      sentence: `PostgreSQL's TLS cannot be used (${code || message}): name its authority with ?sslmode=verify-full&sslrootcert=/etc/ssl/certs/FILE.pem in DATABASE_URL (docs/operating.md).`,
      exitCode: permanent,
    }
  // These classes are about password, user, database, schema and privilege
  // (postgresql.org/docs/current/errcodes-appendix.html).
  if (/^(28|3D|3F|42)[0-9A-Z]{3}$/.test(code))
    return { sentence: explainStore(code, message, 'DATABASE_URL'), exitCode: permanent }
  if (isStoreFailure(error) || /^[0-9A-Z]{5}$/.test(code))
    return {
      sentence: explainStore(
        code,
        message,
        "DATABASE_URL, or that the files in DATA_DIR belong to the server's user and the disk is not full",
      ),
      exitCode: passing,
    }
  return null
}

function explainStore(code: string, message: string, what: string): string {
  return `The store cannot be used (${code} ${message}): check ${what}.`
}

function explainUnknown(error: unknown): Explanation {
  const stack = error instanceof Error ? error.stack : error
  return {
    sentence: `The server cannot start, for a reason that it does not know. Run svichka doctor, and report this:\n${stack}`,
    exitCode: unexpected,
  }
}
