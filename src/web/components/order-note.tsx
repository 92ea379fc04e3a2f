import { findIntention } from '../../shared/intention'
import { joinNames } from '../../shared/join-names'
import type { Language } from '../../shared/language'
import { isFilled } from '../../shared/plain-text'
import { lateMessages } from '../locales/late-messages'

/** What will be read in church. Browsers translate nothing of it: names would become words. */
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

/** `purpose`: without one the blessing fits anybody. */
export function Blessing({ purpose = '', language }: { purpose?: string; language: Language }) {
  const { blessing, blessingOfRepose } = lateMessages[language]
  return (
    <p className="blessing">
      {findIntention({ purpose }) === 'repose' ? blessingOfRepose : blessing}
    </p>
  )
}
