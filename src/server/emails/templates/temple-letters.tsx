import type { LetterProps } from './donor-letters'
import { Fact, Facts, GoodNews, LetterPage, Notice, Paragraph, When } from './letter-page'

/** A new order: what was paid, what is doubtful, what to do. */
export function TempleNotice({ texts, language }: LetterProps) {
  const { notice, labels } = texts
  return (
    <LetterPage
      language={language}
      heading={notice.heading}
      preview="{{name}}"
      footer={texts.templeFooter}
    >
      <When flag="paid">
        <GoodNews>{notice.paid}</GoodNews>
      </When>
      <When flag="claimed">
        <Notice>{notice.claimed}</Notice>
      </When>
      <When flag="returned">
        <Notice>{notice.returned}</Notice>
      </When>
      <When flag="none">
        <Paragraph>{notice.none}</Paragraph>
      </When>
      <When flag="needsDetails">
        <Notice>{notice.needsDetails}</Notice>
      </When>
      <When flag="possibleDouble">
        <Notice>{notice.possibleDouble}</Notice>
      </When>
      <When flag="shortened">
        <Notice>{notice.shortened}</Notice>
      </When>
      <When flag="finishedByServer">
        <Notice>{notice.finishedByServer}</Notice>
      </When>
      <Facts>
        <Fact label={labels.forWhom} value="{{name}}" />
        <Fact label={labels.purpose} value="{{purpose}}" />
        <Fact label={labels.code} value="{{code}}" />
        <Fact label={labels.placedAt} value="{{placedAt}}" />
        <Fact label={labels.email} value="{{email}}" />
        <Fact label={labels.pageLanguage} value="{{pageLanguage}}" />
      </Facts>
      <When flag="answered">
        <Paragraph>{notice.answerWithPhoto}</Paragraph>
      </When>
      <When flag="answered" not>
        <Paragraph>{notice.markByCommand}</Paragraph>
      </When>
      <When flag="reachable" not>
        <Paragraph>{notice.noAddress}</Paragraph>
      </When>
    </LetterPage>
  )
}

export function TempleDonationReturned({ texts, language }: LetterProps) {
  const { returnedToTemple } = texts
  return (
    <LetterPage
      language={language}
      heading={returnedToTemple.heading}
      preview={returnedToTemple.body}
      footer={texts.templeFooter}
    >
      <Paragraph>{`${returnedToTemple.body} ${returnedToTemple.advice}`}</Paragraph>
      <Facts>
        <Fact label={texts.labels.forWhom} value="{{name}}" />
      </Facts>
    </LetterPage>
  )
}

export function TempleDonationDisputed({ texts, language }: LetterProps) {
  const { disputed } = texts
  return (
    <LetterPage
      language={language}
      heading={disputed.heading}
      preview={disputed.body}
      footer={texts.templeFooter}
    >
      <Notice>{disputed.body}</Notice>
      <Paragraph>{disputed.advice}</Paragraph>
    </LetterPage>
  )
}

/** Money without an order: all that is known of it. */
export function TempleTicket({ texts, language }: LetterProps) {
  const { ticket, labels } = texts
  return (
    <LetterPage
      language={language}
      heading={ticket.heading}
      preview={ticket.body}
      footer={texts.templeFooter}
    >
      <Notice>{ticket.body}</Notice>
      <Paragraph>{ticket.advice}</Paragraph>
      <Facts>
        <Fact label={labels.amount} value="{{amount}}" />
        <Fact label={labels.paidAt} value="{{paidAt}}" />
        <Fact label={labels.card} value="{{card}}" />
        <Fact label={labels.payerEmail} value="{{email}}" />
        <Fact label={labels.payment} value="{{payment}}" />
      </Facts>
    </LetterPage>
  )
}

/** One sentence in answer to a mail that could not be used. */
export function AnswerRefused({ texts, language }: LetterProps) {
  return (
    <LetterPage
      language={language}
      heading={texts.refused.heading}
      preview="{{reason}}"
      footer={texts.templeFooter}
    >
      <Paragraph>{'{{reason}}'}</Paragraph>
    </LetterPage>
  )
}
