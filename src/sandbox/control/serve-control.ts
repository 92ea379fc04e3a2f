import { type Exchange, type Reply, textReply } from '../http/exchange'
import type { Sandbox } from '../sandbox'

export function serveControl(_sandbox: Sandbox, _exchange: Exchange): Reply {
  return textReply(404, 'Not found')
}
