import { Img } from '@react-email/components'
import type { Language } from '../../../shared/language'
import type { LetterTexts } from '../texts/letter-texts'
import { Fact, Facts, LetterPage, Notice, Paragraph, When } from './letter-page'
import { styles } from './letter-styles'

export interface LetterProps {
  texts: LetterTexts
  language: Language
}

/** Thanks for a donation, or the plain confirmation of an order without one. */
export function DonorThanks({ texts, language }: LetterProps) {
  const { thanks } = texts
  return (
    <LetterPage
      language={language}
      heading={`{{?paid}}${thanks.paidHeading}{{/paid}}{{!paid}}${thanks.plainHeading}{{/paid}}`}
      preview={`{{?paid}}${thanks.paidThanks}{{/paid}}{{!paid}}${thanks.plainBody}{{/paid}}`}
      footer={texts.donorFooter}
    >
      <When flag="paid">
        <Paragraph>{thanks.paidThanks}</Paragraph>
        <Paragraph>{`${thanks.paidSpeed} ${thanks.paidReport}`}</Paragraph>
      </When>
      <When flag="paid" not>
        <Paragraph>{thanks.plainBody}</Paragraph>
      </When>
      <When flag="needsDetails">
        <Notice>{thanks.needsDetails}</Notice>
      </When>
      <When flag="shortened">
        <Notice>{thanks.shortened}</Notice>
      </When>
      <OrderFacts texts={texts} />
    </LetterPage>
  )
}

/** The candle is lit, with the picture where the temple sent one. */
export function DonorPhotoReport({ texts, language }: LetterProps) {
  const { photoReport } = texts
  return (
    <LetterPage
      language={language}
      heading={photoReport.heading}
      preview={photoReport.body}
      footer={texts.donorFooter}
    >
      <Paragraph>{photoReport.body}</Paragraph>
      <When flag="photo">
        <Paragraph>{photoReport.photoFollows}</Paragraph>
        <Img
          src="cid:photo"
          alt={photoReport.photoAlt}
          width="480"
          // Otherwise React writes a preload link for it, which means nothing in a mail.
          fetchPriority="low"
          style={styles.photo}
        />
      </When>
      <When flag="photo" not>
        <Paragraph>{photoReport.withoutPhoto}</Paragraph>
      </When>
      <OrderFacts texts={texts} />
      <Paragraph>{photoReport.thanks}</Paragraph>
    </LetterPage>
  )
}

export function DonorDonationReturned({ texts, language }: LetterProps) {
  const { returnedToDonor } = texts
  return (
    <LetterPage
      language={language}
      heading={returnedToDonor.heading}
      preview={returnedToDonor.body}
      footer={texts.donorFooter}
    >
      <Paragraph>{`${returnedToDonor.body} ${returnedToDonor.when}`}</Paragraph>
      <Paragraph>{returnedToDonor.regret}</Paragraph>
      <OrderFacts texts={texts} />
    </LetterPage>
  )
}

function OrderFacts({ texts }: { texts: LetterTexts }) {
  return (
    <Facts>
      <Fact label={texts.labels.forWhom} value="{{name}}" />
      <Fact label={texts.labels.purpose} value="{{purpose}}" />
      <Fact label={texts.labels.code} value="{{code}}" />
    </Facts>
  )
}
