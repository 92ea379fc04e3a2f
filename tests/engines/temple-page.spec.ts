import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { By } from 'selenium-webdriver'
import sharp from 'sharp'
import { orderForTemple } from '../setup/order-for-temple'
import { expect, test } from './engine-test'

test('the temple ticks a candle, sends its photo after a broken connection, and takes it back', async ({
  driver,
  line,
  form,
  product,
}) => {
  const photo = join(product.dataDir, 'photo.jpg')
  const create = { width: 3000, height: 1500, channels: 3 as const, background: '#7a3b12' }
  await writeFile(photo, await sharp({ create }).jpeg().withMetadata({ orientation: 6 }).toBuffer())

  await driver.get(line.url + (await orderForTemple(product, 'Свічка з фото')))
  await form.until(() => document.documentElement.dataset.script === '')
  await (await driver.findElement(By.css('[name=photo]'))).sendKeys(photo)
  // Upright: the thumbnail is of the middle, and the photo is taller than wide.
  await form.until(() => document.querySelector('.thumbs canvas'))
  await form.press('[name=order]')
  await form.says('Фото отримає 1 людина', '.bar .hint')

  line.refuse(/^\/temple\//)
  await form.press('.bar [value=lit]')
  await form.says('Не вдалося надіслати', '.act .trouble')
  await form.says('Надіслати ще раз', '.bar [value=lit]')
  line.refuse(null)
  await form.press('.bar [value=lit]')
  await form.says('лист із фото отримає 1 людина', '.result')
  expect(await form.evaluate(() => document.activeElement?.className)).toContain('result')
  await form.press('summary')
  await form.says('фото: 1', '.state')

  await driver.navigate().refresh()
  await form.press('.last [value=undo]')
  await form.says('Знову не запалено: 1 свічка', '.result')
  expect(await form.evaluate(() => scrollX + document.documentElement.scrollWidth)).toBe(
    await form.evaluate(() => document.documentElement.clientWidth),
  )
})
