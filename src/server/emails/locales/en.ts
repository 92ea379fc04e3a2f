import { createPlural } from '../../../shared/plural'

const plural = createPlural('en')

const candles = (count: number) => plural(count, { one: 'candle', other: 'candles' })

export const texts = {
  /** The locale of numbers and times. */
  locale: 'en-GB',
  currency: 'UAH',
  labels: {
    code: 'Order code',
    forWhom: 'For whom',
    purpose: 'Intention',
    email: 'Email',
    placedAt: 'Ordered',
    payment: 'Payment number',
    pageLanguage: 'Language',
  },
  /** Stands in for a missing value. */
  missing: 'not given',
  /** Stands in for a missing name. */
  noName: 'no name given',
  wish: 'May the Lord hear your prayer.',
  wishOfRepose: 'May their memory be eternal.',
  donorFooter: (site: string) =>
    `You received this email because a candle was ordered on ${site} and this address was given. If it was not you, simply delete it.`,
  questions: 'Questions? Simply reply to this email.',
  templeFooter: (site: string) =>
    `This email was sent automatically by ${site}. Nobody reads replies to it.`,
  /** The foot of the form and of emails to donors. */
  privacy: (days: string) =>
    `Only those who light the candles and run this form see the names and intentions. ${days} after the candle is lit we erase them on our server.`,
  privacyDetails: 'More',
  orderRemains: 'The order itself remains: whether to light the candle is up to you.',
  orderWaits: 'The candle is still waiting: please light it.',
  orderLit: 'The candle has already been lit.',
  /** The marks of an order that the temple should know. */
  marks: {
    claimed: 'payment not confirmed',
    needsDetails: 'needs details',
    withoutWords: (code: string): string => `names: ask the administrator, code ${code}`,
    possibleDouble: 'possibly ordered twice',
    shortened: 'text shortened',
  },
  markAsLit: 'The candle is lit: mark it',
  writeToDonor: 'Write to this person',
  thanks: {
    heading: 'Order received',
    paid: (amount: string) =>
      `Your donation of ${amount} has been received and confirmed. Thank you very much.`,
    photoFollows:
      'The candle will be lit as soon as possible, and we will send its photo to this address.',
    lit: (time: string) => `Your candle was lit in the church on ${time}.`,
    nameMissing:
      'There is no name in your order. Please tell us who the candle is for: on the page where you paid, if it is still open, or in a reply to this email.',
    purposeMissing:
      'There is no intention in your order. Please tell us what to pray for: on the page where you paid, if it is still open, or in a reply to this email.',
    bothMissing:
      'There is neither a name nor an intention in your order. Please tell us who the candle is for and what to pray for: on the page where you paid, if it is still open, or in a reply to this email.',
    namelessHeading: 'Thank you for your donation',
    shortened: 'Your text was too long, so we kept only the beginning of it.',
  },
  notice: {
    subject: (code: string, name: string) => `Candle ${code}, ${name}`,
    subjectPaid: (amount: string) => `Donation of ${amount}. `,
    heading: 'A new candle order',
    headingFree: 'An order without a donation',
    headingPaid: (amount: string) => `${amount}, please light it soon`,
    paidForNobody: (amount: string) =>
      `The donation of ${amount} has been received and confirmed, but the order lacks a name or an intention. If the donor adds it, we will write to you.`,
    paidWithoutWords: (amount: string, isDonorAsked: boolean) =>
      `The donation of ${amount} has been received, but not the words of its order: we do not know who the candle is for. Please ask the administrator of the form, and name the order code.${isDonorAsked ? ' We have asked the person who donated for the names by email.' : ''}`,
    claimed: (amount: string) =>
      `The person wanted to donate ${amount}, but the payment provider has not confirmed it. Do not count it as received.`,
    returned: 'The donation for this order was returned or disputed.',
    photoPromised:
      'On the page that opens please add a photo: it was promised to the person who donated.',
    noAddress: 'The order has no usable address, so this person gets no email.',
  },
  /** The summary of what waits. */
  summary: {
    heading: (count: number) =>
      `${candles(count)} ${plural(count, { one: 'waits', other: 'wait' }, 'form')}`,
    paid: (count: number) => `${count} with a donation`,
    old: (count: number) => `${count} since before yesterday`,
    ofThem: (parts: string[]) => `Of these ${parts.join(', ')}.`,
    page: 'The page that opens shows all of them, those with a donation first.',
    photos: 'Those who donated (★) were promised a photo.',
    linksEnded: 'The buttons in earlier emails no longer work.',
    open: 'Open the page',
  },
  /** The names to print. */
  sheet: {
    heading: (day: string) => `Candles, ${day}`,
    headings: { health: 'For health', repose: 'For the departed', other: 'Other intentions' },
  },
  photoReport: {
    heading: 'Your candle has been lit',
    withoutPhoto: 'We will send a photo as soon as we receive it from the church.',
  },
  photoAdded: {
    heading: 'A photo of your candle',
    when: (time: string) => `Lit on ${time}`,
  },
  reportWithdrawn: {
    heading: 'Your candle has not been lit yet: we are sorry',
    body: 'We wrote to you that your candle was already burning. That was a mistake, please forgive us: it has not been lit yet. As soon as it is, we will write to you again.',
  },
  detailsAdded: {
    heading: 'A paid order was completed',
    body: (amount: string) => `The person who donated ${amount} has added what was missing.`,
  },
  paymentConfirmed: {
    heading: 'The donation is confirmed',
    body: (amount: string) =>
      `We wrote to you that the payment for this order was not confirmed. Now it is: the donation of ${amount} has been received.`,
    advice: 'If the candle is not burning yet, please light it as soon as you can.',
  },
  refundToDonor: {
    heading: (whole: boolean): string =>
      `${whole ? 'Your donation' : 'Part of your donation'} has been returned`,
    body: (amount: string) =>
      `We have returned ${amount} to the card that was used to pay. The money usually appears within 5–10 working days, depending on the bank. If you have any questions, please simply reply to this email.`,
    rest: (left: string) =>
      `The rest of your donation, ${left}, stays with the church, and we thank you for it with all our hearts.`,
    orderRemains: 'Your candle order has not been cancelled.',
  },
  openPayment: 'Open the payment',
  /** A refund of a part or all, a failed refund, or a dispute. */
  reversals: {
    part: {
      heading: 'Part of a donation returned',
      body: (amount: string, left: string) =>
        `${amount} was returned. That is only a part: the rest of the donation, ${left}, stays with the church.`,
    },
    whole: {
      heading: 'Donation returned',
      body: (amount: string) =>
        `${amount} was returned. With that, the whole donation has been given back.`,
    },
    failed: {
      heading: 'A refund failed',
      body: (amount: string) =>
        `The bank could not return ${amount}. The money is still with the church. The person may already have been told that it was returned. Please write to them and agree on another way, such as a bank transfer.`,
    },
    disputed: {
      heading: 'Donation disputed at the bank',
      body: (amount: string) =>
        `The cardholder has disputed the donation of ${amount} with their bank. Respond to the dispute in the payment provider’s dashboard before the date given there, or ask the administrator of the form: without an answer the money goes to the cardholder. How the dispute ends can be seen there as well.`,
    },
  },
  testEmail: {
    subject: 'Do our emails arrive?',
    body: (site: string) =>
      `This is a test of the candle form on ${site}. If you read it, our emails reach you, and there is nothing to do. If you found it in the spam folder, mark it as “not spam”, or the orders will be hidden there, too.`,
  },
  newLink: {
    heading: 'A new link to the page of candles',
    body: 'Somebody opened an old link to the page of candles and asked for a new one. This one opens it for two weeks.',
  },
  /** The result of a submission of the temple's page. */
  submission: {
    subject: {
      lit: (codes: string[]) =>
        codes.length === 1
          ? `Marked as lit: ${codes[0]}`
          : `Marked as lit: ${codes.length} candles`,
      photoAdded: (codes: string[]) =>
        codes.length === 1 ? `Photo added: ${codes[0]}` : `Photo added: ${codes.length} candles`,
      undone: (codes: string[]) =>
        codes.length === 1
          ? `No longer marked as lit: ${codes[0]}`
          : `No longer marked as lit: ${codes.length} candles`,
    },
    heading: { lit: 'Marked as lit', photoAdded: 'Photo added', undone: 'No longer marked as lit' },
    lit: (what: string) => `Lit: ${what}.`,
    photoAdded: (what: string) => `Photo added to those lit earlier: ${what}.`,
    readers: (count: number, time: string, photos: number) => {
      const what =
        photos > 0 ? `with ${photos === 1 ? 'the photo' : `${photos} photos`}` : 'without a photo'
      if (count === 1) return `At ${time} the person who ordered will get an email ${what}.`
      return `At ${time} we will send ${count} emails, ${photos > 0 ? 'each ' : ''}${what}.`
    },
    undone: (what: string) => `Waiting again: ${what}.`,
    corrected: (count: number) =>
      `The email that the candle is lit has already gone out, so we are sending a correction: ${count}.`,
    uncorrected: (what: string) =>
      `We send no second correction. These people have to be written to by hand (${what}): the administrator of the form knows their addresses.`,
    notYou:
      'If it was not you, open the page, put it right, and tell the administrator of the form, who can revoke the link.',
    open: 'Open the page',
  },
}

export type EmailTexts = typeof texts
