import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { announce } from './announce'

// The lower bound of a page: a server that answers one body with the headers of ours and does nothing else.

const [, , headersFile = '', bodyFile = ''] = process.argv
const headers: Record<string, string> = JSON.parse(readFileSync(headersFile, 'utf8'))
const body = readFileSync(bodyFile)

const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
announce(server)
