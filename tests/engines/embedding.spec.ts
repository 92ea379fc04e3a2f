import { onTestFinished } from 'vitest'
import { bankQuestion, bankYes, CandleForm, cards } from './candle-form'
import { engine, expect, resize, test, viewport } from './engine-test'

/** Each way to embed of docs/embedding.md, between a site's own texts. */
const pastes: Record<string, (url: string) => string> = {
  'frame with our script': url => `<svichka-candle origin="${url}">
      <iframe src="${url}/?lang=uk" title="Свічка" style="display:block;width:100%;height:920px;border:0"></iframe>
    </svichka-candle>
    <script async src="${url}/embed.js"></script>`,
  'WordPress plugin':
    url => `<svichka-candle origin="${url}"><iframe src="${url}/?lang=uk" title="Свічка"
      width="100%" height="920" frameborder="0" allow="payment"></iframe></svichka-candle>
    <script type="module" src="${url}/embed.js"></script>`,
  'plain frame with its own lines': plainFrame,
}

function plainFrame(url: string) {
  return `<iframe id="candle" src="${url}/?lang=uk" title="Свічка" style="width:100%;border:0;height:920px"></iframe>
    <script>
      const frame = () => document.getElementById('candle')
      addEventListener('message', ({ source, data }) => {
        if (source !== frame().contentWindow) return
        if (data.type === 'IFRAME_HEIGHT') frame().style.height = data.height + 'px'
        if (data.type === 'svichka:show')
          scrollBy(0, frame().getBoundingClientRect().top + (data.top + data.bottom - innerHeight) / 2)
      })
      frame().contentWindow.postMessage({ type: 'svichka:height' }, '*')
    </script>`
}

const between = (paste: string) =>
  `<div style="height:900px">Above</div>${paste}<div style="height:900px">Below</div>`

async function scrollToForm(form: CandleForm) {
  await expect
    .poll(() => form.driver.executeScript('return !!document.querySelector("iframe")'))
    .toBe(true)
  await form.driver.executeScript('document.querySelector("iframe").scrollIntoView()')
  await form.started()
}

for (const [name, paste] of Object.entries(pastes))
  for (const at of name === 'frame with our script' ? [40, 330, 620] : [330])
    test(`${name}: the bank's window, the thanks and the form after them are in sight, Pay pressed at ${at}`, async ({
      line,
      visitHost,
    }) => {
      const form = await visitHost(between(paste(line.url)))
      await scrollToForm(form)
      await form.fillWords('Далека Дарина')
      await form.choose(200)
      await form.payWith(cards.asksBank, at)
      await form.until(
        () => document.querySelector('#test-source-authorize-3ds')?.getClientRects().length,
        '',
        bankYes.frames,
      )
      await form.isInSight(bankQuestion)
      await form.isInSight(bankYes)
      await form.pressBank()
      await form.says('200 грн', 'dialog')
      await form.isInSight({ selector: 'dialog h2' })
      await form.isInSight({ selector: 'dialog button[name=close]' })
      await form.press('button[name=close]')
      await form.isInSight({ selector: 'h1' })
      await form.isInSight({ selector: 'button[name=order]' })
      await fits(form)
    })

for (const [name, paste] of Object.entries(pastes))
  test(`${name}: a low window goes straight to the thanks and stays there`, async ({
    driver,
    line,
    visitHost,
  }) => {
    await resize(driver, { ...viewport, height: 364 })
    onTestFinished(() => resize(driver, viewport))
    const form = await visitHost(
      `${between(paste(line.url))}<script>
        addEventListener('message', ({ data }) => {
          if (data.type === 'svichka:ordered') window.before = window.highest = scrollY
        })
        for (const type of ['message', 'scroll'])
          addEventListener(type, () => { window.highest = Math.min(window.highest, scrollY) })
      </script>`,
    )
    await scrollToForm(form)
    await form.fillWords('Низька Ніна')
    await form.choose(200)
    await form.payWith(cards.good, 330)
    await form.says('200 грн', 'dialog')
    await form.isInSight({ selector: 'dialog h2' })
    const [before, highest] = await driver.executeScript<number[]>('return [before, highest]')
    expect(highest).toBe(before)
  })

test('a frame whose host has no script of ours says where the bank’s window is', async ({
  line,
  visitHost,
}) => {
  const form = await visitHost(
    between(
      `<iframe src="${line.url}/?lang=uk" style="width:100%;border:0;height:1500px"></iframe>`,
    ),
  )
  await scrollToForm(form)
  await form.choose(200)
  await form.payWith(cards.asksBank, 40)
  await form.until(
    () => document.querySelector('#test-source-authorize-3ds')?.getClientRects().length,
    '',
    bankYes.frames,
  )
  if (engine === 'webkit') {
    await form.says('Вікно банку вище', '.bank-hint')
    await form.isInSight({ selector: '.bank-hint' })
  } else await form.isInSight(bankYes)
  await form.pressBank()
  await form.says('200 грн', 'dialog')
  expect(await form.has('.bank-hint')).toBe(false)
})

test('the first fault is in sight, wherever the button was pressed', async ({
  line,
  visitHost,
}) => {
  const form = await visitHost(between(pastes['frame with our script']?.(line.url) ?? ''))
  await scrollToForm(form)
  await form.press('button[name=withoutDonation]', { at: viewport.height - 30 })
  await form.until(() => document.activeElement?.id === 'forWhom')
  await form.isInSight({ selector: '#forWhom' })
})

test('the frame shows its host’s colour behind the card in either scheme', async ({
  line,
  visitHost,
}) => {
  for (const scheme of ['light', 'dark'])
    for (const theme of ['light', 'dark']) {
      const form = await visitHost(
        `<style>:root { color-scheme: ${scheme} } body { background: #00c800 }</style>
        <svichka-candle origin="${line.url}"><iframe src="${line.url}/?theme=${theme}"></iframe></svichka-candle>
        <script async src="${line.url}/embed.js"></script>`,
      )
      await scrollToForm(form)
      const corner = { left: 2, top: 300, width: 1, height: 1 }
      const picture = (await form.takePicture()).extract(corner).removeAlpha().raw()
      expect([...(await picture.toBuffer())], `${theme} in ${scheme}`).toEqual([0, 200, 0])
    }
})

test('an order that fails says so in sight, though the form becomes shorter', async ({
  driver,
  line,
  visitHost,
}) => {
  // Its button is then in sight, near the top, and only its margin asks the host to scroll.
  const height = 470
  await resize(driver, { ...viewport, height })
  onTestFinished(() => resize(driver, viewport))
  const form = await visitHost(between(pastes['frame with our script']?.(line.url) ?? ''))
  await scrollToForm(form)
  await form.fillWords('Терпляча Тетяна')
  line.refuse(/candle-orders/)
  await form.press('button[name=withoutDonation]', { at: height - 30 })
  await form.until(() => {
    const toast = document.querySelector('.toast')
    // As under a pointer: it stays.
    toast?.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }))
    return toast
  })
  await fits(form)
  await form.isInSight({ selector: '.toast' })
  const isCutOff = async () => {
    const frame = await new CandleForm(driver).placeOf({ selector: 'iframe' })
    const toast = await form.placeOf({ selector: '.toast' })
    return toast.bottom > frame.bottom
  }
  expect(await isCutOff()).toBe(false)
})

/** The frame is as tall as its content. */
async function fits(form: CandleForm) {
  const heights = async () => {
    const frame = await form.driver.executeScript<number>(
      'return document.querySelector("iframe").clientHeight',
    )
    const content = await form.evaluate(() =>
      Math.ceil(document.querySelector('#page')?.getBoundingClientRect().height ?? 0),
    )
    return frame - content
  }
  await expect.poll(heights).toBe(0)
}
