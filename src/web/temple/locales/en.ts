import { createPlural } from '../plural'
import type { TemplePageTexts } from './uk'

const plural = createPlural('en')

const candles = (count: number) => plural(count, { one: 'candle', other: 'candles' })
const people = (count: number) => plural(count, { one: 'person', other: 'people' })
const leftNoAddress = (count: number) => `${people(count)} left no address`

const startOf = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const texts: TemplePageTexts = {
  currency: 'UAH',
  language: 'Language',
  heading: (day, isList) => `${isList ? 'Candles' : 'Candle'}, ${day}`,
  count: count => plural(count, { one: 'order', other: 'orders' }),
  paid: count => `${count} with a donation`,
  waiting: count => `not lit yet: ${count}`,
  noneWaiting: 'all are lit',
  code: code => `Order code ${code}`,
  moment: (clock, day) => `${day ? `on ${day} ` : ''}at\u00a0${clock}`,
  headings: { health: 'For health', repose: 'For the departed', other: 'Other intentions' },
  donation: 'Donation',
  noName: 'No name given',
  lead: 'Untick the candles that are not burning yet.',
  leadLit: 'To add a photo or to take back “lit”, tick the candle.',
  tickAll: 'Tick all',
  untickAll: 'Untick all',

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
  closed: 'All these candles were lit long ago, so this page only shows them.',

  photo: 'Add a photo',
  album: 'Album',
  camera: 'Camera',
  chosenPhotos: 'Chosen photos',
  removePhoto: name => `Remove the photo ${name}`,
  pictureLimits: (photos, megabytes) => `Photos: up to ${photos}, each up to ${megabytes} MB.`,
  pictureLimit: limit => `At most ${limit} photos at a time.`,
  pictureTooLarge: (name, megabytes) => `${name}: larger than ${megabytes} MB.`,

  lit: count => `Lit: ${candles(count)}`,
  litTicked: 'The ticked ones are lit',
  litOne: 'The candle is lit',
  addPhoto: count => `Send the photo: ${candles(count)}`,
  sendPhoto: 'Send the photo',
  addPhotoFirst: 'Add a photo first',
  nothingTicked: 'Nothing is ticked',
  unlit: count => `Not lit after all: ${candles(count)}`,
  unlitTicked: 'The ticked ones are not lit after all',
  unlitOne: 'Not lit after all',
  correctionFollows: 'Those who have had the email get a correction.',
  corrections: count =>
    count === 0
      ? 'If you take it back, nobody will notice.'
      : `If you take it back, ${people(count)} will get a correction.`,

  readers: 'Those who left an address get an email: with a photo if you add one.',
  willGet: (withAddress, without, hasPictures) => {
    const what = hasPictures ? 'the photo' : 'an email without a photo'
    if (withAddress === 0)
      return without === 1
        ? 'No address: no email goes out.'
        : 'Nobody left an address: no email goes out.'
    const rest = without > 0 ? `; ${leftNoAddress(without)}` : ''
    return `${people(withAddress)} will get ${what}${rest}.`
  },

  result: {
    lit: count => `Lit: ${candles(count)}`,
    photoAdded: count => `Photo added: ${candles(count)}`,
    emails: (time, readers, photos) =>
      `${startOf(time)} ${people(readers)} will get an email ${photos > 0 ? 'with the photo' : 'without a photo'}.`,
    noEmails: 'No email goes out: nobody left an address.',
    withoutAddress: count => `${leftNoAddress(count)}.`,
    undone: count => `No longer marked as lit: ${candles(count)}`,
    notWritten: 'Nobody had been told.',
    corrected: count =>
      `${people(count)} will get a correction, because the email about the candle had gone out.`,
    nothingChanged: 'Nothing was changed',
    nothingChosen: 'Tick at least one candle that this applies to.',
    rejected: 'Nothing was changed: a photo cannot be used',
    rejectedHint: 'The ticks are kept. Remove this photo or choose another one.',
    choosePhotosAgain: 'The other photos have to be chosen again as well.',
  },
  problems: {
    'not-a-picture': 'this is not a photo',
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
  },

  undo: {
    heading: count => `Just marked: ${candles(count)}`,
    button: 'A mistake? Take it back',
    until: (time, readers) =>
      readers > 0
        ? `Until ${time} nobody will notice; after that ${people(readers)} will get a correction.`
        : 'Nobody will notice.',
  },

  sending: 'Sending…',
  sendingPercent: percent => `Sending… ${percent}%`,
  preparing: 'Preparing the photos…',
  checking: 'Checking whether it arrived…',
  notSent:
    'It could not be sent: please check the connection. Your ticks and photos are still on this page.',
  sendAgain: 'Send again',
  changedMeanwhile: 'The list has changed meanwhile. Please check it and press again.',

  linkNotFound: {
    title: 'This link does not work',
    body: 'It is incomplete or out of date. Open the newest email about these candles and press the button in it.',
  },
}
