import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { startDecoder } from './start-decoder'

// This program decodes pictures for a server with other rights: node dist/photo/serve.js SOCKET. With systemd
// deploy/svichka-photo.socket takes its place.

const [socketPath = ''] = process.argv.slice(2)
/** The server itself waits for a minute, ms. */
const timeoutMs = 70_000

const server = createServer({ pauseOnConnect: true }, socket => {
  const child = startDecoder(socket, socket)
  const timeout = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  // The decoder has the connection now.
  child.once('spawn', () => socket.destroy())
  child.once('error', () => socket.destroy())
  child.once('close', () => clearTimeout(timeout))
})
rmSync(socketPath, { force: true })
server.listen(socketPath)
process.once('SIGTERM', () => process.exit())
