import { expect, it } from 'vitest'
import { findIntention, repeatsIntention } from './intention'

it.each([
  ['health', 'За здоров’я'],
  ['health', "за здоров'я мами"],
  ['health', 'О здравии болящего Николая'],
  ['health', ' За  здравие: Николая'],
  ['health', 'For health and peace'],
  ['repose', 'за упокій Івана'],
  ['repose', 'Об упокоении'],
  ['repose', '«За упокой» Ивана'],
  ['repose', 'FOR THE DEPARTED, Ivan'],
])('the words of a button put an order under “%s”: %s', (intention, purpose) => {
  expect(findIntention({ purpose })).toBe(intention)
})

it.each([
  'Щоб син не загинув на війні',
  'Щоб не загинув',
  'Щоб повернувся живим і не загинув',
  'Щоб дитина не померла',
  'Чтобы муж не погиб на фронте',
  'щоб не помер від раку',
  'За спокій душі моєї доньки',
  'For my son’s interest in his studies',
  'For the soldiers who departed for the front',
  'Хай прийде Царство Твоє',
  'Світла пам’ять',
  'Светлая память',
  'Роковини смерті',
  '40 днів',
  'За мертвих',
  'Прошу за упокій Івана',
  'За упокійника',
  'За здоров’я живих і за упокій спочилих',
  'За мир',
  '',
])('nothing is guessed from other words: %s', purpose => {
  expect(findIntention({ purpose })).toBe('other')
})

it.each([
  ['За здоров’я', true],
  ['об упокоении.', true],
  ['За здоров’я та мир у домі', false],
  ['За здоров’я 🙏', false],
])('“%s” says no more than its heading: %s', (purpose, repeats) => {
  expect(repeatsIntention(purpose, findIntention({ purpose }))).toBe(repeats)
})
