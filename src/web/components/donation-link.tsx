import type { Language } from '../../shared/language'
import { messages } from '../locales/messages'

interface DonationLinkProps {
  /** The address may be empty. If the form takes cards, the styles hide the link. */
  href: string | undefined
  language: Language
}

/** Links to where the parish itself takes donations. */
export function DonationLink({ href = '', language }: DonationLinkProps) {
  return (
    <a className="donation-link" href={href} target="_blank" rel="noopener">
      {messages[language].donateHere}
    </a>
  )
}
