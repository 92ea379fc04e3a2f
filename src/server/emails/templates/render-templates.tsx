import { render, toPlainText } from '@react-email/render'
import type { ComponentType } from 'react'
import { type Language, languages } from '../../../shared/language'
import { type LetterKind, letterKinds } from '../letter'
import type { LetterTexts } from '../texts/letter-texts'
import { letterTexts } from '../texts/texts-by-language'
import {
  DonorDonationReturned,
  DonorPhotoReport,
  DonorThanks,
  type LetterProps,
} from './donor-letters'
import { type LetterTemplate, parseTemplate } from './template'
import {
  AnswerRefused,
  TempleDonationDisputed,
  TempleDonationReturned,
  TempleNotice,
  TempleTicket,
} from './temple-letters'

export type LetterTemplates = Record<LetterKind, LetterTemplate>

const pages: Record<LetterKind, ComponentType<LetterProps>> = {
  'donor-thanks': DonorThanks,
  'temple-notice': TempleNotice,
  'temple-donation-returned': TempleDonationReturned,
  'temple-donation-disputed': TempleDonationDisputed,
  'donor-photo-report': DonorPhotoReport,
  'donor-donation-returned': DonorDonationReturned,
  'temple-ticket': TempleTicket,
  'temple-answer-refused': AnswerRefused,
}

const subjects: Record<LetterKind, (texts: LetterTexts) => string> = {
  'donor-thanks': texts => texts.thanks.subject,
  'temple-notice': texts => texts.notice.subject,
  'temple-donation-returned': texts => texts.returnedToTemple.subject,
  'temple-donation-disputed': texts => texts.disputed.subject,
  'donor-photo-report': texts => texts.photoReport.subject,
  'donor-donation-returned': texts => texts.returnedToDonor.subject,
  'temple-ticket': texts => texts.ticket.subject,
  'temple-answer-refused': texts => texts.refused.subject,
}

/** Renders every letter in every language into data that needs no renderer any more. */
export async function renderTemplates(): Promise<Record<Language, LetterTemplates>> {
  const sets = await Promise.all(
    languages.map(async language => [language, await renderLanguage(language)] as const),
  )
  return Object.fromEntries(sets) as Record<Language, LetterTemplates>
}

async function renderLanguage(language: Language): Promise<LetterTemplates> {
  const letters = await Promise.all(
    letterKinds.map(async kind => [kind, await renderLetter(kind, language)] as const),
  )
  return Object.fromEntries(letters) as LetterTemplates
}

async function renderLetter(kind: LetterKind, language: Language): Promise<LetterTemplate> {
  const Page = pages[kind]
  const texts = letterTexts[language]
  const html = await render(<Page texts={texts} language={language} />)
  const text = toPlainText(html, {
    selectors: [{ selector: 'h1', options: { uppercase: false } }],
  })
  return {
    subject: parseTemplate(subjects[kind](texts)),
    html: parseTemplate(html),
    text: parseTemplate(text),
  }
}
