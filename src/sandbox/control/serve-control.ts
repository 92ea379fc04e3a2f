import type { Exchange, Reply } from '../http/exchange'
import { type FormGroup, unpackForm } from '../http/form-body'
import type { Sandbox } from '../sandbox'
import type { ControlAnswer, ControlRoute } from './control-route'
import { deliveryRoutes } from './delivery-routes'
import { endpointRoutes } from './endpoint-routes'
import { faultRoutes } from './fault-routes'
import { paymentRoutes } from './payment-routes'
import { stateRoutes } from './state-routes'

const controlRoutes: readonly ControlRoute[] = [
  ...stateRoutes,
  ...paymentRoutes,
  ...faultRoutes,
  ...deliveryRoutes,
  ...endpointRoutes,
]

/** The switchboard for tests and demonstrations. Callers have been checked to sit on this machine. */
export async function serveControl(sandbox: Sandbox, exchange: Exchange): Promise<Reply> {
  // A page in a browser on this machine is not its owner: it could press any switch unseen.
  if (exchange.headers.origin !== undefined && exchange.headers.origin !== exchange.origin)
    return json({ status: 403, problem: 'The control plane does not answer pages.' })
  const path = exchange.path.replace(/\/$/, '')
  if (path === '/_control') return json({ result: directory })
  const found = findRoute(exchange.method, path)
  if (!found) return json({ status: 404, problem: 'No such switch. GET /_control lists them.' })
  const given = givenBy(exchange)
  if (given === undefined) return json({ status: 400, problem: 'The body must be JSON.' })
  const { origin } = exchange
  return json(await found.route.run({ sandbox, given, id: found.id, origin }))
}

const directory = controlRoutes.map(({ method, path, about }) => `${method} ${path} — ${about}`)

function findRoute(method: string, path: string) {
  const exact = controlRoutes.find(route => route.method === method && route.path === path)
  if (exact) return { route: exact, id: '' }
  const parts = path.split('/')
  const route = controlRoutes.find(one => {
    const shape = one.path.split('/')
    return (
      one.method === method &&
      shape.length === parts.length &&
      shape.every((part, place) => part === ':id' || part === parts[place])
    )
  })
  return route && { route, id: decodeURIComponent(parts[3] ?? '') }
}

function givenBy({ method, query, body }: Exchange): FormGroup | unknown {
  if (method !== 'POST') return { ...unpackForm(query) }
  try {
    return body === '' ? {} : JSON.parse(body)
  } catch {
    return undefined
  }
}

function json(answer: ControlAnswer): Reply {
  const failed = 'problem' in answer
  return {
    status: failed ? answer.status : 200,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
    body: JSON.stringify(failed ? { error: answer.problem } : answer.result, null, 2),
  }
}
