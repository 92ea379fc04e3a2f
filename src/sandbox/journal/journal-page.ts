import { type Exchange, type Reply, textReply } from '../http/exchange'
import type { Sandbox } from '../sandbox'

export function journalPage(_sandbox: Sandbox, _exchange: Exchange): Reply {
  return textReply(200, 'card sandbox')
}
