import type { Language } from '../../shared/language'
import type { Letter } from './letter'
import { preparedTemplates } from './templates/prepared-templates'
import { fillTemplate, type LetterValues } from './templates/template'
import { escapeHtml, writeOneLine } from './visitor-text'

/** Everything of a letter but its words. */
export interface Envelope extends Omit<Letter, 'subject' | 'text' | 'html'> {
  language: Language
}

/** Fills a prepared letter. Values are made safe here, each for where it lands. */
export function composeLetter({ language, ...envelope }: Envelope, values: LetterValues): Letter {
  const template = preparedTemplates[language][envelope.kind]
  return {
    ...envelope,
    subject: fillTemplate(template.subject, values, writeOneLine),
    text: fillTemplate(template.text, values, writeOneLine).replace(/\n{3,}/g, '\n\n'),
    html: fillTemplate(template.html, values, value => escapeHtml(writeOneLine(value))),
  }
}
