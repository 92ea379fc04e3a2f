import { expect, it } from 'vitest'
import { readMeaning } from './reply-meaning'

it.each([
  ['Запалено:\n1, 3, 5', [1, 3, 5]],
  ['Зажжены:\n1, 3, 5', [1, 3, 5]],
  ['Lit. 1-3', [1, 2, 3]],
  ['Lit:\n1\n3\n5', [1, 3, 5]],
  ['Запалено.\n\n№ 1 і 3\nСлава Богу!\n\nо. Петро', [1, 3]],
  ['Запалено 1, 3.\nЗапалено 5', [1, 3, 5]],
  ['Запалено, фото пізніше\n1, 3', [1, 3]],
  ['Запалено: 1. 3. 5', [1, 3, 5]],
  ['Запалено:\n1.3.5', [1, 3, 5]],
  ['1\n3', [1, 3]],
  ['Добрий день!\n1, 3', [1, 3]],
  ['Запалено.\nо. Петро\n067 123 45 67', []],
  ['Lit.\nFr. Peter\n+380671234567', []],
  ['Запалено, слава Богу!\n\nо. Петро', []],
])('%j says that candles burn, and which: %j', (text, numbers) => {
  expect(readMeaning(text)).toMatchObject({ kind: 'lit', numbers })
})

it.each([
  'Запалено.\nКрім 3',
  'Запалено. Окрім третьої',
  'Зажжено.\nКроме 3',
  'Lit. Except 3',
  'Lit.\nAll but 3',
  'Запалено. Але 3 згасла',
  'Зажжены. Но 3 погасла',
  'Запалено.\nЛише 1 і 3',
  'Запалено. Тільки перші п’ять',
  'Зажжено. Только 5',
  'Lit. Only 5',
  'Запалено. Ще три ввечері',
  'Зажжено. Еще три вечером',
  'Запалено.\nРешту завтра',
  'Lit. The others tomorrow',
  'Запалено.\n22.11.26 10:15',
])('%j is not clear', text => {
  expect(readMeaning(text).kind).toBe('unclear')
})

it('a no with its numbers on the next line takes back those', () => {
  expect(readMeaning('Ні, помилка:\n1, 3')).toMatchObject({ kind: 'undo', numbers: [1, 3] })
})
