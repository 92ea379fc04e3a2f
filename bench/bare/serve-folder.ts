import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

// Static files, compressed once at start: a page's cost without our server.

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}
const [, , folder = '.'] = process.argv
const files = new Map(
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => {
      const path = join(entry.parentPath, entry.name)
      const type = types[extname(path)] ?? 'application/octet-stream'
      return [path.slice(folder.length), { body: brotliCompressSync(readFileSync(path)), type }]
    }),
)
const config = '{"configured":true,"publicKey":"pk_test_bench"}'

const server = createServer((request, response) => {
  const path = (request.url ?? '/').split('?')[0] ?? '/'
  if (path === '/api/stripe-config') {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(config)
    return
  }
  const file = files.get(path === '/' ? '/index.html' : path)
  response.writeHead(file ? 200 : 404, {
    'content-type': file?.type ?? 'text/plain',
    'content-encoding': 'br',
  })
  response.end(file?.body)
})
server.listen(0, '127.0.0.1', () => console.log(`listening on ${Object(server.address()).port}`))
