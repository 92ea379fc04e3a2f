import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type RunningSandbox, startSandbox } from '../src/start'
import { sdk } from './open-sdk'

/** The control API: `control.post('clock', { advance_ms: 1000 })`. */
export interface Control {
  get<T>(path: string): Promise<T>
  post<T>(path: string, given?: object): Promise<T>
}

/** A sandbox for one test, and the provider's SDK for it. */
export async function openSandbox(webhookUrls: readonly string[] = []) {
  const dataDir = mkdtempSync(join(tmpdir(), 'card-sandbox-'))
  let running: RunningSandbox = await startSandbox({ port: 0, dataDir, webhookUrls })
  const { url, port } = running
  onTestFinished(async () => {
    await running.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return {
    url,
    port,
    stripe: sdk(port),
    control: controlOf(url),
    /** On the same data. */
    async restart() {
      await running.close()
      running = await startSandbox({ port, dataDir, webhookUrls })
    },
  }
}

function controlOf(url: string): Control {
  const call = async <T>(method: string, path: string, given?: object): Promise<T> => {
    const response = await fetch(`${url}/_control/${path}`, {
      method,
      ...(given && { body: JSON.stringify(given) }),
    })
    const answer: T = await response.json()
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer
  }
  return {
    get: path => call('GET', path),
    post: (path, given = {}) => call('POST', path, given),
  }
}
