export const texts = {
  /** How numbers and times are written. */
  locale: 'en-GB',
  currency: 'UAH',
  labels: {
    code: 'Order number',
    forWhom: 'For whom',
    purpose: 'Intention',
    email: 'Visitor’s email',
    payerEmail: 'Payer’s email',
    payerName: 'Payer’s name',
    placedAt: 'Ordered',
    amount: 'Amount',
    paidAt: 'Paid',
    card: 'Card',
    payment: 'Payment number',
    pageLanguage: 'Visitor’s language',
  },
  /** In place of a value that nobody gave. */
  missing: 'not given',
  donorFooter: (site: string) =>
    `You received this email because a candle was ordered on ${site} and this address was given. If it was not you, simply delete it.`,
  templeFooter: (site: string) => `This email was sent automatically by ${site}.`,
  orderRemains: 'The order itself remains: whether to light the candle is up to you.',
  thanks: {
    subject: (code: string, paid: boolean) =>
      `${paid ? 'Thank you for your donation! ' : ''}We have your candle order ${code}`,
    paidHeading: 'Thank you for your donation',
    plainHeading: 'We have your order',
    paidThanks: (amount: string) =>
      `Your donation of ${amount} and your order have reached us. Thank you from the heart!`,
    paidReport:
      'Thanks to your donation, the candle will be lit in the church sooner. As soon as it is burning, we will send a photo to this address.',
    plainBody:
      'The candle will be lit in the church. As soon as it is, we will write to you at this address.',
    needsDetails:
      'The name or the intention is missing from your order. Please reply to this email with it, so that we know.',
    shortened: 'Your text was too long, so we kept only the beginning of it.',
  },
  notice: {
    subject: (code: string, name: string) => `Candle ${code}, ${name}`,
    subjectPaid: (amount: string) => `★ Donation of ${amount}: `,
    subjectClaimed: ' (payment not confirmed)',
    subjectNeedsDetails: ' (needs details)',
    heading: 'A new candle order',
    paid: (amount: string) =>
      `The donation of ${amount} is received and confirmed. Please light this candle as soon as you can.`,
    claimed: (amount: string) =>
      `The browser reported a donation of ${amount}, but the payment provider has not confirmed it. Do not count it as received.`,
    returned: 'The donation for this order was returned or disputed.',
    none: 'An order without a donation.',
    needsDetails: 'Needs details: the name or the intention is missing.',
    possibleDouble: 'Possible double: a similar order came in a short while ago.',
    shortened: 'The text was too long; only its beginning is here.',
    finishedByServer:
      'The visitor left the page after paying, so the server finished the order from the saved draft.',
    replyWithPhoto:
      'When the candle is burning, reply to this email and attach a photo: we will send it to the visitor. A reply without a photo also means that the candle is lit.',
    markByCommand: (code: string) =>
      `When the candle is burning, mark it with the command: npm run ops -- lit ${code}`,
    noAddress: 'The visitor left no working address, so no email will go to them.',
  },
  photoReport: {
    subject: (code: string) => `Your candle is lit (${code})`,
    heading: 'Your candle is burning',
    body: (time: string) => `The candle you ordered was lit in the church on ${time}.`,
    photoFollows: 'Here is a photo of it.',
    withoutPhoto: 'There is no photo this time, but the candle is burning.',
    thanks: 'Thank you for turning to us.',
    photoDescription: 'Your candle in the church',
  },
  refundToDonor: {
    subject: (code: string, whole: boolean) =>
      `${whole ? 'Your donation' : 'Part of your donation'} has been returned (${code})`,
    heading: (whole: boolean): string =>
      `${whole ? 'Your donation' : 'Part of your donation'} has been returned`,
    body: (amount: string) => `We have returned ${amount} to the card that was used to pay.`,
    when: 'The money usually appears within 5–10 working days, depending on the bank.',
    rest: 'The rest of your donation stays with the church, and we thank you for it from the heart.',
    questions: 'If you have any questions, please simply reply to this email.',
  },
  refundToTemple: {
    subject: (amount: string, code: string, whole: boolean) =>
      whole
        ? `Donation of ${amount} returned (candle ${code})`
        : `${amount} of a donation returned (candle ${code})`,
    heading: (whole: boolean): string =>
      whole ? 'Donation returned' : 'Part of a donation returned',
    body: (amount: string, code: string) => `${amount} was returned for order ${code}.`,
    extent: (whole: boolean): string =>
      whole
        ? 'With that, the whole donation has been given back.'
        : 'That is only a part: the rest of the donation stays with the church.',
  },
  refundFailed: {
    subject: (amount: string, code: string) => `★ ${amount} could not be returned (candle ${code})`,
    heading: 'A refund failed',
    body: (amount: string, code: string) =>
      `The bank could not return ${amount} for order ${code}. The money is still with the church.`,
    advice:
      'The visitor may already have been told that it was returned. Please write to them and agree on another way, such as a bank transfer.',
  },
  disputed: {
    subject: (code: string) => `Donation disputed at the bank (candle ${code})`,
    heading: 'Donation disputed',
    body: (amount: string, code: string) =>
      `The cardholder has disputed the donation of ${amount} for order ${code} with their bank.`,
    advice:
      'Answer the dispute in the payment provider’s dashboard before the date given there, or the money will be taken back.',
  },
  disputeWon: {
    subject: (code: string) => `Dispute won: the donation stays (candle ${code})`,
    heading: 'Dispute won',
    body: (amount: string, code: string) =>
      `The bank decided in the church’s favour: the donation of ${amount} for order ${code} stays with you.`,
    advice: 'There is nothing more to do.',
  },
  disputeLost: {
    subject: (code: string) => `Dispute lost: the donation was taken back (candle ${code})`,
    heading: 'Dispute lost',
    body: (amount: string, code: string) =>
      `The bank decided in the cardholder’s favour: the donation of ${amount} for order ${code} has gone back to them.`,
    advice:
      'Please do not return it in the payment provider’s dashboard as well, or the money will go back twice.',
  },
  ticket: {
    subject: (amount: string) => `★ Donation of ${amount} without an order: please look into it`,
    subjectReturned: (amount: string) =>
      `Donation of ${amount} without an order, already returned in full`,
    heading: 'A donation came without an order',
    body: 'The money was received, but the order itself never reached us: we do not know for whom the candle is.',
    returned: 'The donation has already been returned in full, so there is nothing more to do.',
    partReturned: (amount: string) => `Of it, ${amount} has already been returned.`,
    ask: 'If the payer’s email is given, write to them and ask for whom to light the candle.',
    orReturn: 'If you cannot find out, return the money in the payment provider’s dashboard.',
    orReturnRest:
      'If you cannot find out, return the rest of the money in the payment provider’s dashboard.',
  },
  refused: {
    subject: 'We could not use your email',
    reasons: {
      'not-an-answer':
        'This mailbox takes only replies to emails about orders: open such an email and press “Reply”.',
      'unknown-sender':
        'An order can be answered only from the temple’s address to which the email about it was sent.',
      'unknown-order': 'We found no such order: it may have been deleted.',
      'already-lit':
        'This candle is already marked as lit, so no second email will go to the visitor.',
      'photo-too-large': 'The photo is too large: please send one smaller than 20 MB.',
      'photo-unreadable': 'We could not open the photo: please send it as a JPEG.',
    },
  },
}
