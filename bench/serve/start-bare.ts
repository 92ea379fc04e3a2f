import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { built } from '../build'
import { serverCore } from '../machine'
import { makeFolder, startOurs } from '../programs/start-ours'
import { type Program, startProgram } from '../programs/start-program'

/** A bare server that answers what this page answers: the same headers, the same bytes. */
export async function startBareServer(pageUrl: string): Promise<Program> {
  const folder = makeFolder()
  const [headersFile, bodyFile] = [join(folder, 'headers.json'), join(folder, 'body')]
  const { headers, body } = await readAsSent(pageUrl)
  writeFileSync(headersFile, JSON.stringify(headers))
  writeFileSync(bodyFile, body)
  const program = join(built, 'programs/serve-bytes.js')
  return startProgram(program, { args: [headersFile, bodyFile], core: serverCore })
}

/** A bare server that puts a row into the store, and nothing more. */
export async function startBareInsert(): Promise<Program> {
  const program = join(built, 'programs/insert-order.js')
  return startProgram(program, { args: [await makeStore()], core: serverCore })
}

/** The same form with the usual libraries, on the same store. */
export async function startBaseline(core?: string): Promise<Program> {
  const server = join(import.meta.dirname, '../baseline/dist/server.js')
  const args = [join(built, 'baseline'), await makeStore()]
  return startProgram(server, { args, core })
}

/** The file of an empty store that the product's own migrations made. */
async function makeStore(): Promise<string> {
  const dataDir = makeFolder()
  const product = await startOurs({ dataDir })
  await product.stop()
  return join(dataDir, 'svichka.db')
}

/** Not `fetch`, which would unpack the body. */
function readAsSent(url: string): Promise<{ headers: object; body: Buffer }> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'gzip, br' } }, async answer => {
      const { date: _now, connection: _own, ...headers } = answer.headers
      resolve({ headers, body: await buffer(answer) })
    })
      .once('error', reject)
      .end()
  })
}
