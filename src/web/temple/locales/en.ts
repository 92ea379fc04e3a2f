import { createPlural } from '../../../shared/plural'
import type { TemplePageTexts } from './uk'

const plural = createPlural('en')

const candles = (count: number) => plural(count, { one: 'candle', other: 'candles' })
const people = (count: number) => plural(count, { one: 'person', other: 'people' })
const noEmails = 'No email goes out: only those who donated and gave an address get one.'

export const texts: TemplePageTexts = {
  currency: 'UAH',
  language: 'Language',
  heading: day => `Candles, ${day}`,
  moment: (clock, day) => `${day ? `on ${day} ` : ''}at\u00a0${clock}`,
  sections: 'Sections of the list',
  headings: {
    donation: 'With a donation',
    health: 'For health',
    repose: 'For the departed',
    other: 'Other intentions',
    crowd: 'Many from one network, perhaps one village',
  },
  shortHeadings: {
    donation: '★ Donation',
    health: 'For health',
    repose: 'Departed',
    other: 'Other',
    crowd: 'One network',
  },
  donation: 'Donation',
  noName: 'No name given',
  empty: {
    heading: 'All are lit',
    body: 'New orders will appear here. An email will tell you of them.',
  },
  next: 'Further down the list',
  toStart: 'To the beginning of the list',
  leave: 'Your ticks and chosen photos will not be kept. Leave?',
  print: 'Print the sheet',

  askForNames: code => `names: ask the administrator, code ${code}`,
  marks: {
    claimed: 'payment not confirmed',
    needsDetails: 'needs details',
    possibleDouble: 'possibly ordered twice',
    shortened: 'text shortened',
  },
  states: {
    lit: time => `Lit ${time}`,
    reportAt: time => `email ${time}`,
    reported: 'email sent',
    noAddress: 'no address',
    photos: count => `photos:\u00a0${count}`,
    dismissed: 'Order cancelled',
    refunded: 'The donation was returned. The candle may be lit all the same.',
  },
  litLately: 'Lit in the last week',
  leadLit: 'To add a photo to a candle that is lit, tick it.',
  earlierLit: 'Lit before these',

  photo: 'Add a photo',
  album: 'Album',
  camera: 'Camera',
  chosenPhotos: 'Chosen photos',
  removePhoto: name => `Remove the photo ${name}`,
  pictureLimits: (photos, megabytes) => `Photos: up to ${photos}, each up to ${megabytes} MB.`,
  pictureLimit: limit => `At most ${limit} photos at a time.`,
  pictureTooLarge: (name, megabytes) => `${name}: larger than ${megabytes} MB.`,
  pictureUnreadable: name => `${name} cannot be read any more. Please choose it again.`,

  all: count => `All ${count}`,
  none: 'Untick them',
  tickAll: count => (count === 1 ? 'Tick the candle' : `Tick all ${count}`),
  lit: count => `Yes, lit: ${candles(count)}`,
  litTicked: 'Yes, all ticked ones are lit',
  addPhoto: count => `Send the photo: ${candles(count)}`,
  sendPhoto: 'Send the photo',
  addPhotoFirst: 'Add a photo first',
  unlit: count => `Not lit after all: ${candles(count)}`,
  unlitTicked: 'The ticked ones are not lit after all',
  unlitOne: 'Not lit after all',
  corrections: count =>
    count === 0
      ? 'If you take it back, no email will tell of it.'
      : `If you take it back, ${people(count)} will get a correction.`,

  readers:
    'Tap the candles that are burning. Those who donated get an email: a photo was promised to them.',
  willGet: (readers, hasPictures) => {
    if (readers === 0) return noEmails
    return hasPictures
      ? `${people(readers)} will get the photo.`
      : `${people(readers)} will get an email without the photo that was promised.`
  },

  result: {
    lit: count => `Lit: ${candles(count)}`,
    photoAdded: count => `Photo added: ${candles(count)}`,
    emails: (time, readers, photos) =>
      `${people(readers)} will get an email ${photos > 0 ? 'with the photo' : 'without a photo'} ${time}.`,
    noEmails,
    earlierHeading: 'Lit before',
    earlier: count => `Somebody else had already lit ${candles(count)}:`,
    more: count => `and ${count} more`,
    photoNotUsed: 'Your photo is not used for them: people get the one that was sent before.',
    undone: count => `Waiting again: ${candles(count)}`,
    notWritten: 'Nobody had been told.',
    corrected: count =>
      `${people(count)} will get a correction, because the email about the candle had gone out.`,
    uncorrected: codes =>
      `There is no second correction: ${codes}. Please write to these people yourself; the administrator of the form knows their addresses.`,
    nothingChanged: 'Nothing was changed',
    nothingChosen: 'Tick at least one candle that this applies to.',
    rejected: 'Nothing was changed: a photo cannot be used',
    rejectedHint: 'The ticks are kept. Remove this photo or choose another one.',
    choosePhotosAgain: 'The other photos have to be chosen again as well.',
  },
  problems: {
    'not-a-picture': 'this is not a photo',
    'not-supported': 'this kind of file cannot be used. Photos are JPEG, HEIC, PNG or WebP',
    'too-large': 'larger than 20 MB',
    'too-many-pixels': 'too many pixels: set the camera to a lower resolution',
    broken: 'the file is damaged',
    'took-too-long': 'it could not be processed in time',
  },
  failures: {
    busy: 'Other photos are being sent right now. Please wait a minute and press again.',
    'too-many-pictures': 'At most five photos can be sent at a time.',
    incomplete: 'The connection broke before the photos had arrived. Please press again.',
    unavailable: 'The server cannot save this right now. Please try again in a minute.',
    'too-many-submissions':
      'This page was pressed a thousand times in a day, which is the limit. Mark the rest tomorrow, or ask the administrator of the form.',
  },

  undo: {
    heading: count => `Just lit: ${candles(count)}. A mistake?`,
    button: 'Undo',
    until: (time, readers) =>
      readers > 0
        ? `Until ${time} no email goes out; after that ${people(readers)} will get a correction.`
        : 'No email will tell of it.',
  },

  sending: 'Sending…',
  sendingPercent: percent => `Sending… ${percent}%`,
  preparing: 'Preparing the photos…',
  notSent:
    'It could not be sent: please check the connection. Your ticks and photos are still on this page.',
  sendAgain: 'Send again',

  linkNotFound: {
    title: 'This link does not work',
    body: 'It is incomplete or out of date. Open the newest email about candles and press the button in it.',
  },
  endedLink: {
    title: 'This link no longer works',
    body: 'It opened the page for two weeks. A new link will come to the church’s mailbox.',
    button: 'Send the church a new link',
    sent: 'A new link has been sent to the church’s mailbox. In an hour only one is sent.',
  },
}
