import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Answers } from '../programs'

// The lower bound of a page: prepared bytes and headers, and nothing else.

const { BARE_FILE: file = '' } = process.env
const given: Answers = JSON.parse(readFileSync(file, 'utf8'))
const answers = new Map(
  Object.entries(given).map(([path, { headers, body }]) => [
    path,
    { headers, body: Buffer.from(body, 'base64') },
  ]),
)

const server = createServer(({ url = '/' }, response) => {
  const answer = answers.get(url)
  response.writeHead(answer ? 200 : 404, answer?.headers)
  response.end(answer?.body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object')
    console.log(`listening on http://127.0.0.1:${address.port}`)
})
