import { serveApi } from '../api/serve-api'
import { packForm } from '../browser/pack-form'
import { type Account, newId } from '../objects/new-id'
import type { Sandbox } from '../sandbox'

/**
 * The control plane takes the same way as everybody: what it makes happen is what a browser or a
 * shop could have made happen. The answer carries the API's own status and body.
 */
export function callOwnApi(
  sandbox: Sandbox,
  account: Account,
  path: string,
  fields: Record<string, unknown>,
  origin: string,
): { status: number; body: { status?: string; client_secret?: string; id?: string } } {
  const { status, body } = serveApi(sandbox, {
    id: newId('req', account).slice(0, 18),
    method: 'POST',
    path,
    query: '',
    headers: { authorization: `Bearer pk_test_${account}` },
    body: packForm(fields).toString(),
    origin,
  })
  return { status, body: JSON.parse(body) }
}
