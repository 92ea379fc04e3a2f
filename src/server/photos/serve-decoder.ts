import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { startDecoder } from './start-decoder'

// Decodes pictures for a server that has other rights: node dist/photo/serve.js SOCKET. systemd does this
// by itself (deploy/svichka-photo.socket).

const [socketPath = ''] = process.argv.slice(2)
/** The server waits for a minute. */
const timeoutMs = 70_000

const server = createServer({ pauseOnConnect: true }, socket => {
  const child = startDecoder(socket, socket)
  const timeout = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  // The decoder has it now.
  child.once('spawn', () => socket.destroy())
  child.once('error', () => socket.destroy())
  child.once('close', () => clearTimeout(timeout))
})
rmSync(socketPath, { force: true })
server.listen(socketPath)
process.once('SIGTERM', () => process.exit())
