import { expect, it } from 'vitest'
import { readMeaning, splitHtml, stripMarkup } from './reply-meaning'

it.each([
  ['Запалено', []],
  ['+', []],
  ['Горит.', []],
  ['Запалено\n\n> Коли свічка горітиме?\n> svichka@example.org', []],
  [
    'Lit 1, 3\n\nOn Fri, Nov 20, 2026 at 4:00 PM Svichka\n<svichka@example.org> wrote:\n\n2',
    [1, 3],
  ],
  ['Запалено 2, 77', [2, 77]],
  ['Запалено, додаю фото', []],
  ['Запалено 1, 2 і 3 свічки', [1, 2, 3]],
  ['Запалено № 3 свічка', [3]],
  ['Запалено\n<svichka@example.org> пише:\n> 2', []],
  ['Lit. 1-3', [1, 2, 3]],
  ['Запалено: 1. 3. 5', [1, 3, 5]],
  ['Зажжены 1.3.5', [1, 3, 5]],
  ['Запалено.\nо. Петро\n067 123 45 67', []],
  ['Lit.\nFr. Peter\n+380 67 123 45 67', []],
  ['Запалено, слава Богу!\n\nо. Петро\nвул. Соборна 5', []],
])('%j says that candles burn, and which: %j', (text, numbers) => {
  expect(readMeaning(text)).toEqual({ kind: 'lit', numbers })
})

it.each([
  'Добре, завтра запалимо',
  'Я у відпустці до 1 грудня.',
  'https://drive.google.com/file/d/1',
  'Запалено. Але не ту, вибачте',
  'Запалено, фото пізніше',
  'Кого поминати в 2?',
  'Усі, крім 3',
  'Lit.\nAll except 3',
  'Зажжено. Кроме 3',
  'Запалено. Окрім третьої',
  'Зажжены. Но 3 погасла',
  'Lit. Only 5',
  'Lit 5-3',
  'Запалено. Ще три ввечері',
  'Запалено.\nРешту завтра',
  'Запалено.\n22.11.26 10:15',
  'Запалено:\n1, 3, 5',
  'Запалено 1, 3.\nЗапалено 5',
  'Добрий день!\n1, 3',
  'Ні, помилка:\n1, 3',
  'Запалено 12345678901234567890',
  'Запалено 3 свічки',
  'Зажгли все 12',
  'Зажжено, фото нет',
  'Lit, photo not attached',
  `Lit${' 1'.repeat(200)}`,
])('%j is not clear', text => {
  expect(readMeaning(text).kind).toBe('unclear')
})

it.each([
  ['Ще не запалено, помилка', 'undo', []],
  ['Ні, 1-2\nвибачте', 'undo', [1, 2]],
  ['2 5', 'numbers', [2, 5]],
  ['\n> Іван', 'nothing', []],
  ['\n\nНадіслано з iPhone\n\n> Іван', 'nothing', []],
  ['\nпт, 20 лист. 2026 р. о 16:00 Свічка\n<svichka@example.org> пише:\n> Іван', 'nothing', []],
] as const)('%j says %s: %j', (text, kind, numbers) => {
  expect(readMeaning(text)).toEqual({ kind, numbers })
})

it('HTML is read without its quote', () => {
  const html = '<style>no</style><p>Lit<br>Fr. Peter</p><blockquote>not 3</blockquote>'
  expect(readMeaning(stripMarkup(splitHtml(html).own)).kind).toBe('lit')
})
