import { looksLikeEmail } from '../../shared/email-pattern'
import type { Order } from '../db/schema'
import { composeLetter } from './compose-letter'
import { describeOrder } from './describe-order'
import type { LetterKind } from './letter'
import type { LetterWriterOptions } from './letter-writer-options'
import type { LetterValues } from './templates/template'
import { writeAmount } from './write-amount'

/** Letters to the person who ordered; none where the order has no address worth trying. */
export function createDonorLetters({ templeEmail, publicUrl }: LetterWriterOptions) {
  const write = (
    order: Order,
    kind: LetterKind,
    extra: Partial<LetterValues>,
    photoId?: string,
  ) => {
    if (!order.email || !looksLikeEmail(order.email)) return []
    const { slots, flags } = describeOrder(order, order.language)
    const envelope = {
      kind,
      subjectId: order.id,
      recipient: order.email,
      replyTo: templeEmail,
      language: order.language,
      urgent: false,
      photoId: photoId ?? null,
    }
    return [
      composeLetter(envelope, {
        slots: { ...slots, site: publicUrl.host, ...extra.slots },
        flags: { ...flags, ...extra.flags },
      }),
    ]
  }
  return {
    thanks: (order: Order) => write(order, 'donor-thanks', {}),
    returned: (order: Order, kopiykas: number) =>
      write(order, 'donor-donation-returned', {
        slots: { amount: writeAmount(kopiykas, order.language) },
      }),
    photoReport: (order: Order, photoId: string | null) =>
      write(
        order,
        'donor-photo-report',
        { flags: { photo: photoId !== null } },
        photoId ?? undefined,
      ),
  }
}
