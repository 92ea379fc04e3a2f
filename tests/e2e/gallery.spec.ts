import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { formStates } from './form-states'
import { expect, test } from './form-test'

const notes = fileURLToPath(new URL('./pictures/made-with.txt', import.meta.url))

test.use({ viewport: { width: 350, height: 1100 } })

/** The browser and the fonts a picture depends on: elsewhere the same page looks otherwise. */
async function describeEye(page: Page) {
  const fonts = await page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d')
    return ['system-ui', 'serif'].map(family => {
      if (!pen) return 0
      pen.font = `40px ${family}`
      return Math.round(pen.measureText('Запалити свічку 12345').width)
    })
  })
  const [major] = page.context().browser()?.version().split('.') ?? []
  return JSON.stringify({ major, fonts })
}

/** Compares with the picture on file; on a machine with other fonts there is nothing to compare. */
async function compare(page: Page, name: string) {
  const { config } = test.info()
  const eye = await describeEye(page)
  if (config.updateSnapshots === 'all') writeFileSync(notes, `${eye}\n`)
  const madeWith = existsSync(notes) ? readFileSync(notes, 'utf8').trim() : ''
  if (eye !== madeWith) {
    process.stdout.write(`  not compared, other fonts or another browser: ${name}\n`)
    return
  }
  await expect(page).toHaveScreenshot(`${name}.png`, {
    mask: [page.locator('.card-element')],
    maskColor: '#b9a98f',
    fullPage: false,
  })
}

for (const [state, reach] of Object.entries(formStates)) {
  test(`looks as it should ${state}`, async ({ page, form }) => {
    await form.visit(page)
    await reach(form, page)
    await compare(page, `uk-light-${state.replaceAll(' ', '-')}`)
  })
}

for (const [name, language, colorScheme, width] of [
  ['as-it-comes', 'en', 'dark', 350],
  ['as-it-comes', 'ru', 'light', 280],
  ['with-faults', 'ru', 'dark', 320],
] as const) {
  test(`looks as it should ${name} in ${language}, ${colorScheme}, ${width} px`, async ({
    page,
    form,
  }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 1100 })
    await form.visit(page, `?lang=${language}`)
    if (name === 'with-faults') await formStates['with faults']?.(form, page)
    await compare(page, `${language}-${colorScheme}-${width}-${name}`)
  })
}

test('looks as it should in forced colours', async ({ page, form }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await form.visit(page)
  await page.route('**/api/create-payment-intent', () => undefined)
  await form.amount(300).check()
  await compare(page, 'uk-forced-colours')
})
