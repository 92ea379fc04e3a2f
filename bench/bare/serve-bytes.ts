import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

// The lower bound of a page: one body with the product's headers, and nothing else.

const [, , headersFile = '', bodyFile = ''] = process.argv
const headers: Record<string, string> = JSON.parse(readFileSync(headersFile, 'utf8'))
const body = readFileSync(bodyFile)

const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => console.log(`listening on ${Object(server.address()).port}`))
