import type { Language } from '../../shared/language'
import { messages } from '../locales/messages'

interface DonationLinkProps {
  /** Empty where the parish has set none. Where the form takes cards the styles hide the link. */
  href: string | undefined
  language: Language
}

/** Where the parish takes donations itself. */
export function DonationLink({ href = '', language }: DonationLinkProps) {
  return (
    <a className="donation-link" href={href} target="_blank" rel="noopener">
      {messages[language].donateHere}
    </a>
  )
}
