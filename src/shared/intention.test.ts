import { expect, it } from 'vitest'
import { findIntention, namesDeparted, repeatsIntention } from './intention'

it.each([
  ['health', 'За здоров’я'],
  ['health', 'О здравии болящего Николая'],
  ['health', 'за одужання хворої мами'],
  ['health', 'За живих'],
  ['health', 'For the sick'],
  ['repose', 'за упокій Івана'],
  ['repose', 'Упокой душу раба Твоего'],
  ['repose', 'Блаженний\nпокійний Іван'],
  ['repose', 'За спокій душі'],
  ['repose', 'О упокоении'],
  ['repose', 'Вічний спокій'],
  ['repose', 'Вечный покой'],
  ['repose', 'Панахида'],
  ['repose', 'Помянуть отца'],
  ['repose', 'Пом’янути батька'],
  ['repose', 'поминання'],
  ['repose', 'За загиблого воїна'],
  ['repose', 'полеглих героїв'],
  ['repose', 'погибший в аварии'],
  ['repose', 'покійної бабусі'],
  ['repose', 'Memory eternal'],
  ['repose', 'In loving memory'],
  ['other', 'За спокійне життя'],
  ['other', 'спокойной дороги'],
  ['other', 'О спасении погибающих'],
  ['other', 'В благодарность за упоминание'],
  ['other', 'За мир'],
  ['other', 'За здоров’я живих і за упокій спочилих'],
  ['other', ''],
])('the temple reads under “%s”: %s', (intention, purpose) => {
  expect(findIntention({ purpose })).toBe(intention)
})

it.each([
  ['за упокій Івана', true],
  ['О здравии живых и об упокоении усопших', true],
  ['For my sick mother', false],
])('in “%s” somebody has died: %s', (purpose, hasDied) => {
  expect(namesDeparted(purpose)).toBe(hasDied)
})

it.each([
  ['За здоров’я', true],
  ['об упокоении.', true],
  ['За здоров’я та мир у домі', false],
])('“%s” says no more than its heading: %s', (purpose, repeats) => {
  expect(repeatsIntention(purpose, findIntention({ purpose }))).toBe(repeats)
})
