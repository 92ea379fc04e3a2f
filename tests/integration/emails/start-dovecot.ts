import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findDovecot } from '../../../scripts/programs'
import { findFreePort } from '../../setup/free-port'
import { withMailbox } from './reply-by-mail'

export interface TestMailbox {
  /** The URL of a user's mailbox. */
  urlFor(user: string): string
  stop(): Promise<void>
}

/** A real IMAP server in a temporary folder on a free port. Never skipped. */
export async function startDovecot(): Promise<TestMailbox> {
  const program = findDovecot()
  const folder = mkdtempSync(join(tmpdir(), 'svichka-dovecot-'))
  const port = await findFreePort()
  const owner = findOwner()
  for (const part of ['run', 'mail']) mkdirSync(join(folder, part))
  chownSync(folder, owner.uid, owner.gid)
  chownSync(join(folder, 'mail'), owner.uid, owner.gid)
  const config = join(folder, 'dovecot.conf')
  writeFileSync(config, describeServer(folder, port, owner))
  const server = spawn(program, ['-F', '-c', config], { stdio: 'ignore' })
  const urlFor = (user: string) => `imap://${user}:secret@127.0.0.1:${port}/INBOX`
  await waitUntilReady(urlFor('ready'), { server, log: join(folder, 'log') }).catch(error => {
    server.kill()
    throw error
  })
  return {
    urlFor,
    async stop() {
      const ended = new Promise(resolve => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Dovecot rejects mails owned by root, so its own user owns them. */
function findOwner() {
  const { uid, gid, username } = userInfo()
  if (uid !== 0) {
    const internalGroup = execFileSync('id', ['-gn']).toString().trim()
    return { uid, gid, internalUser: username, internalGroup, loginUser: username }
  }
  return {
    uid: Number(execFileSync('id', ['-u', 'dovecot'])),
    gid: Number(execFileSync('id', ['-g', 'dovecot'])),
    internalUser: 'dovecot',
    internalGroup: 'dovecot',
    loginUser: 'dovenull',
  }
}

/** Settings: doc.dovecot.org/2.3, "Rootless installation". */
function describeServer(folder: string, port: number, owner: ReturnType<typeof findOwner>): string {
  return `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
log_path = ${folder}/log
ssl = no
disable_plaintext_auth = no
mail_max_userip_connections = 50
default_internal_user = ${owner.internalUser}
default_internal_group = ${owner.internalGroup}
default_login_user = ${owner.loginUser}
first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:${folder}/mail/%u
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${folder}/mail/%u
}
service anvil {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
`
}

/** Waits for a login: the greeting alone does not start the IMAP process. */
async function waitUntilReady(url: string, { server, log }: { server: ChildProcess; log: string }) {
  for (let attempt = 0; attempt < 600 && server.exitCode === null; attempt += 1) {
    if (await withMailbox(url, async () => true).catch(() => false)) return
    await pause(50)
  }
  const reason = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').at(-1) : 'no log'
  throw new Error(`Dovecot did not accept a login: ${reason}`)
}
