import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '../setup/free-port'
import type { Session } from './driver'

/** Firefox speaks WebDriver over a socket of its own (Marionette): no other program is needed. */
export async function startFirefox(program: string): Promise<Session> {
  const port = await findFreePort()
  const profile = mkdtempSync(join(tmpdir(), 'svichka-firefox-'))
  writeFileSync(join(profile, 'user.js'), `user_pref("marionette.port", ${port});\n`)
  const browser = spawn(program, ['-marionette', '-headless', '-no-remote', '-profile', profile], {
    stdio: 'ignore',
  })
  const socket = await connectPatiently(port)
  const send = speak(socket)
  await send('WebDriver:NewSession', {})
  return {
    send,
    async close() {
      socket.destroy()
      const ended = new Promise(done => browser.once('exit', done))
      browser.kill()
      await ended
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

async function connectPatiently(port: number): Promise<Socket> {
  for (let tries = 0; ; tries++) {
    try {
      return await new Promise<Socket>((done, fail) => {
        const socket = connect(port, '127.0.0.1', () => done(socket))
        socket.once('error', fail)
      })
    } catch (error) {
      if (tries > 120) throw error
      await pause(500)
    }
  }
}

type Answer = [1, number, { message?: string } | null, unknown]

/** A message is its length in bytes, a colon, and JSON; the first one is a greeting. */
function speak(socket: Socket): Session['send'] {
  const waiting = new Map<number, (answer: Answer) => void>()
  let received = Buffer.alloc(0)
  let count = 0
  socket.on('data', chunk => {
    received = Buffer.concat([received, chunk])
    for (;;) {
      const colon = received.indexOf(':')
      if (colon < 0) return
      const length = Number(received.subarray(0, colon).toString())
      if (received.length < colon + 1 + length) return
      const answer = JSON.parse(received.subarray(colon + 1, colon + 1 + length).toString())
      received = received.subarray(colon + 1 + length)
      if (Array.isArray(answer)) waiting.get(answer[1])?.(answer as Answer)
    }
  })
  return (command, parameters = {}) =>
    new Promise((done, fail) => {
      const id = ++count
      waiting.set(id, ([, , error, value]) => {
        waiting.delete(id)
        if (error) fail(new Error(error.message ?? command))
        else done(value)
      })
      const message = JSON.stringify([0, id, command, parameters])
      socket.write(`${Buffer.byteLength(message)}:${message}`)
    })
}
