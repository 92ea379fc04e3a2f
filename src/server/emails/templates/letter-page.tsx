import { Body, Container, Head, Heading, Hr, Html, Section, Text } from '@react-email/components'
import type { ReactNode } from 'react'
import type { Language } from '../../../shared/language'
import { styles } from './letter-styles'

interface LetterPageProps {
  language: Language
  heading: string
  /** What a mailbox shows beside the subject. */
  preview: string
  footer: string
  children: ReactNode
}

/** The sheet every letter is written on. */
export function LetterPage({ language, heading, preview, footer, children }: LetterPageProps) {
  return (
    <Html lang={language}>
      <Head>
        <title>{heading}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
      </Head>
      <Body style={styles.body}>
        <div style={styles.preview} data-skip-in-text="true">
          {preview}
        </div>
        <Container style={styles.sheet}>
          <Text style={styles.candle} data-skip-in-text="true">
            🕯
          </Text>
          <Heading as="h1" style={styles.heading}>
            {heading}
          </Heading>
          {children}
          <Hr style={styles.rule} />
          <Text style={styles.footer}>{footer}</Text>
        </Container>
      </Body>
    </Html>
  )
}

export function Paragraph({ children }: { children: string }) {
  return <Text style={styles.paragraph}>{children}</Text>
}

/** What must not be overlooked. */
export function Notice({ children }: { children: string }) {
  return <Text style={styles.notice}>{children}</Text>
}

export function GoodNews({ children }: { children: string }) {
  return <Text style={styles.goodNews}>{children}</Text>
}

/** The facts of a letter, each a label with its value on a line of its own. */
export function Facts({ children }: { children: ReactNode }) {
  return <Section style={styles.facts}>{children}</Section>
}

export function Fact({ label, value }: { label: string; value: string }) {
  return (
    <Text style={styles.fact} dir="auto">
      <span style={styles.label}>{`${label}:`}</span>
      <br />
      {value}
    </Text>
  )
}

/** A part that is there only when the letter's flag is set, or with `not`, only when it is not. */
export function When({
  flag,
  not,
  children,
}: {
  flag: string
  not?: boolean
  children: ReactNode
}) {
  return (
    <>
      {`{{${not ? '!' : '?'}${flag}}}`}
      {children}
      {`{{/${flag}}}`}
    </>
  )
}
