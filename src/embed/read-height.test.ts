import { expect, it } from 'vitest'
import { readHeight } from './read-height'

it('reads a height in whole pixels', () => {
  expect(readHeight({ type: 'IFRAME_HEIGHT', height: 812 })).toBe(812)
})

it.each([
  null,
  'IFRAME_HEIGHT',
  {},
  { type: 'OTHER', height: 5 },
  { type: 'IFRAME_HEIGHT' },
  { type: 'IFRAME_HEIGHT', height: '812' },
  { type: 'IFRAME_HEIGHT', height: 12.5 },
  { type: 'IFRAME_HEIGHT', height: 0 },
  { type: 'IFRAME_HEIGHT', height: -1 },
  { type: 'IFRAME_HEIGHT', height: 1e9 },
  { type: 'IFRAME_HEIGHT', height: Number.NaN },
])('takes no notice of %j', message => {
  expect(readHeight(message)).toBeUndefined()
})
