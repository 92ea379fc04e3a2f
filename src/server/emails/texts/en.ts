import type { LetterTexts } from './letter-texts'

export const english: LetterTexts = {
  locale: 'en-GB',
  currency: 'UAH',
  labels: {
    code: 'Order number',
    forWhom: 'For whom',
    purpose: 'Intention',
    email: 'Visitor’s email',
    payerEmail: 'Payer’s email',
    placedAt: 'Ordered',
    amount: 'Amount',
    paidAt: 'Paid',
    card: 'Card',
    payment: 'Payment number',
    pageLanguage: 'Visitor’s language',
  },
  missing: 'not given',
  donorFooter:
    'You received this letter because a candle was ordered on {{site}} and this address was given. If it was not you, simply delete it.',
  templeFooter: 'This letter was sent automatically by {{site}}.',
  thanks: {
    subject: '{{?paid}}Thank you for your donation! {{/paid}}We have your candle order {{code}}',
    paidHeading: 'Thank you for your donation',
    plainHeading: 'We have your order',
    paidThanks:
      'Your donation of {{amount}} and your order have reached us. Thank you from the heart!',
    paidSpeed: 'Thanks to your donation, the candle will be lit in the church sooner.',
    paidReport: 'As soon as it is burning, we will send a photo to this address.',
    plainBody:
      'The candle will be lit in the church. As soon as it is, we will write to you at this address.',
    needsDetails:
      'The name or the intention is missing from your order. Please reply to this letter with it, so that we know.',
    shortened: 'Your text was too long, so we kept only the beginning of it.',
  },
  notice: {
    subject:
      '{{?paid}}★ Donation of {{amount}}: {{/paid}}Candle {{code}}, {{shortName}}{{?claimed}} (payment not confirmed){{/claimed}}{{?needsDetails}} (needs details){{/needsDetails}}',
    heading: 'A new candle order',
    paid: 'The donation of {{amount}} is received and confirmed. Please light this candle as soon as you can.',
    claimed:
      'The browser reported a donation of {{amount}}, but the payment provider has not confirmed it. Do not count it as received.',
    returned: 'The donation for this order was returned or disputed.',
    none: 'An order without a donation.',
    needsDetails: 'Needs details: the name or the intention is missing.',
    possibleDouble: 'Possible double: a similar order came in a short while ago.',
    shortened: 'The text was too long; only its beginning is here.',
    finishedByServer:
      'The visitor left the page after paying, so the server finished the order from the saved draft.',
    answerWithPhoto:
      'When the candle is burning, reply to this letter and attach a photo: we will send it to the visitor. A reply without a photo also means that the candle is lit.',
    markByCommand:
      'When the candle is burning, mark it with the command: npm run ops -- lit {{code}}',
    noAddress: 'The visitor left no working address, so no letter will go to them.',
  },
  photoReport: {
    subject: 'Your candle is lit ({{code}})',
    heading: 'Your candle is burning',
    body: 'The candle you ordered was lit in the church on {{litAt}}.',
    photoFollows: 'Here is a photo of it.',
    withoutPhoto: 'There is no photo this time, but the candle is burning.',
    thanks: 'Thank you for turning to us.',
    photoAlt: 'Your candle in the church',
  },
  returnedToDonor: {
    subject: 'Your donation has been returned ({{code}})',
    heading: 'Your donation has been returned',
    body: 'We have returned {{amount}} to the card that was used to pay.',
    when: 'The money usually appears within 5–10 working days, depending on the bank.',
    regret: 'If you have any questions, please reply to this letter.',
  },
  returnedToTemple: {
    subject: 'Donation of {{amount}} returned (candle {{code}})',
    heading: 'Donation returned',
    body: '{{amount}} was returned for order {{code}}.',
    advice: 'The order itself remains: whether to light the candle is up to you.',
  },
  disputed: {
    subject: 'Donation disputed at the bank (candle {{code}})',
    heading: 'Donation disputed',
    body: 'The cardholder has disputed the donation of {{amount}} for order {{code}} with their bank.',
    advice:
      'Answer the dispute in the payment provider’s dashboard before the date given there, or the money will be taken back.',
  },
  ticket: {
    subject: '★ Donation of {{amount}} without an order: please look into it',
    heading: 'A donation came without an order',
    body: 'The money was received, but the order itself never reached us: we do not know for whom the candle is.',
    advice:
      'If the payer’s email is given, write to them and ask for whom to light the candle. If you cannot find out, return the money in the payment provider’s dashboard.',
  },
  refused: {
    subject: 'We could not use your letter',
    heading: 'We could not use your letter',
    reasons: {
      'not-an-answer':
        'This mailbox takes only replies to letters about orders: open such a letter and press “Reply”.',
      'unknown-sender':
        'An order can be answered only from the temple’s address to which the letter about it was sent.',
      'unknown-order': 'We found no such order: it may have been deleted.',
      'already-lit':
        'This candle is already marked as lit, so no second letter will go to the visitor.',
      'photo-too-large': 'The photo is too large: please send one smaller than 20 MB.',
      'photo-unreadable': 'We could not open the photo: please send it as a JPEG.',
    },
  },
}
