import { findIntention } from '../../shared/intention'
import { joinNames } from '../../shared/join-names'
import type { Language } from '../../shared/language'
import { isFilled } from '../../shared/plain-text'
import { checkoutMessages } from '../locales/checkout-messages'

/** The note as it will be read in church. Browsers must not translate it, or names would become words. */
export function OrderNote({ name, purpose }: { name: string; purpose: string }) {
  return (
    <>
      {isFilled(purpose) && (
        <p className="hint" dir="auto" translate="no">
          {purpose}
        </p>
      )}
      <p className="names" dir="auto" translate="no">
        {joinNames(name)}
      </p>
    </>
  )
}

/** The blessing fits the purpose. Without one it fits anybody. */
export function Blessing({ purpose = '', language }: { purpose?: string; language: Language }) {
  const { blessing, blessingOfRepose } = checkoutMessages[language]
  return (
    <p className="blessing">
      {findIntention({ purpose }) === 'repose' ? blessingOfRepose : blessing}
    </p>
  )
}
