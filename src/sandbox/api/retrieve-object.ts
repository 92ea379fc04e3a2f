import { accountOf } from '../objects/new-id'
import type { Kind } from '../store/object-rows'
import { type Answer, noSuch, ok } from './answer'
import type { ApiCall } from './endpoint'

/** GET for one object that only a secret key may read. */
export function retrieveObject(kind: Kind) {
  return ({ sandbox, id, account }: ApiCall<unknown>): Answer => {
    const found = sandbox.store.objects.get(kind, id)
    return found && accountOf(id) === account
      ? ok(found)
      : noSuch(kind, id, kind === 'charge' ? 'id' : kind)
  }
}
