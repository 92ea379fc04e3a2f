import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildApp } from '../../src/server/app'
import { dayMs } from '../../src/shared/durations'
import { languages } from '../../src/shared/language'
import { isFull } from '../setup/is-full'
import { engines } from '../setup/test-store'
import { apiForEach } from './api-fixture'
import { listEmailKinds, listOrders } from './read-store'
import type { TestApi } from './start-api'

const words = { forWhom: 'Марія', purpose: 'За здоров’я', order: '' }

/** Sends the form as a browser does without our script. */
async function send(api: TestApi, fields: Record<string, string>, options: SendOptions = {}) {
  const response = await fetch(`${api.url}/?lang=${options.lang ?? 'uk'}`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', ...options.headers },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

interface SendOptions {
  lang?: string
  headers?: Record<string, string>
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}

describe.each(engines)('a form sent without the script, on %s', engine => {
  const api = apiForEach({ engine, env: { TRUST_PROXY: '127.0.0.1' } })

  test('that is too long comes back whole, in the language that it was switched to', async () => {
    const names = 'Ярослава, '.repeat(300).trim()
    const answer = await send(api, { ...words, forWhom: names, lang: 'ru' })
    expect(answer.status).toBe(422)
    expect(answer.html).toContain('<html lang="ru"')
    expect(answer.html).toContain(`>${names}</textarea>`)
    expect(answer.html.replaceAll('\u00a0', ' ')).toContain('уберите лишние знаки (1 999)')
    expect(await listOrders(api.services)).toEqual([])
  })

  test('that is too long to be read is answered in the language that it was switched to', async () => {
    const { html } = await send(api, { ...words, language: 'ru' }, { lang: 'uk&theme=dark' })
    const [, address = ''] = /<form [^>]*?action="([^"]*)"/.exec(html) ?? []
    const answer = await fetch(new URL(unescapeHtml(address), api.url), {
      method: 'POST',
      body: new URLSearchParams({ ...words, lang: 'ru', forWhom: 'Ярослава, '.repeat(700) }),
    })
    expect(answer.status).toBe(413)
    const page = await answer.text()
    expect(page).toContain('data-result="too-long"')
    expect(page).toContain('<html lang="ru"')
    expect(page).toContain('href="/?lang=ru&amp;theme=dark"')
  })

  test.each([
    ['За здоров’я', 'Нехай Господь почує вашу молитву.'],
    ['за упокій Івана', 'Царство Небесне і вічна пам’ять.'],
    ['Упокой душу Ивана', 'Нехай Господь почує вашу молитву.'],
  ])('“%s” has its own wish', async (purpose, wish) => {
    const { headers } = await send(api, { ...words, purpose })
    const thanks = await fetch(new URL(headers.get('location') ?? '', api.url))
    expect((await thanks.text()).replaceAll('\u00a0', ' ')).toContain(wish)
  })

  // The language of the address counts; the others repeat it.
  test.each(isFull ? languages : (['ru'] as const))('is an order, and %s thanks', async lang => {
    const answer = await send(api, words, { lang })
    expect(answer.status).toBe(303)
    const location = answer.headers.get('location') ?? ''
    expect(location).toMatch(new RegExp(`^/\\?lang=${lang}&thanks=[\\w-]{44}$`))
    const [order] = await listOrders(api.services)
    expect(order).toMatchObject({
      name: 'Марія',
      purpose: 'За здоров’я',
      payment: 'none',
      language: lang,
      email: null,
    })
    expect(await listEmailKinds(api.services)).toEqual(['temple-notice'])
    const thanks = await fetch(new URL(location, api.url))
    expect(thanks.status).toBe(200)
    expect(thanks.headers.get('cache-control')).toBe('no-store')
    const note =
      '<p class="hint" dir="auto" translate="no">За здоров’я</p><p class="names" dir="auto" translate="no">Марія</p>'
    expect(await thanks.text()).toContain(note)

    // Later, or from another process, they thank without the names.
    api.advance(10 * 60_000)
    const later = await (await fetch(new URL(location, api.url))).text()
    const other = await buildApp(api.config, api.services, resolve('dist/web'))
    for (const page of [later, (await other.inject(location)).body]) {
      expect(page).toContain('data-result="thanks"')
      expect(page).not.toContain('Марія')
    }
    await other.close()
  })

  test('is not thanked for at an address that the server did not give', async () => {
    const { headers } = await send(api, words)
    const given = headers.get('location') ?? ''
    // The second half of its name signs the first.
    const forged = `${given.slice(0, -44)}${'x'.repeat(22)}${given.slice(-22)}`
    for (const made of ['/?thanks', '/?thanks=anything', `${given}x`, given.slice(0, -1), forged]) {
      const page = await (await fetch(new URL(made, api.url))).text()
      expect(page, made).not.toContain('data-result')
      expect(page, made).toContain('name="forWhom"')
    }
  })

  test('twice within ten minutes is one order, wherever the ten minutes begin', async () => {
    for (const wait of [0, 4 * 60_000, 5 * 60_000]) {
      api.advance(wait)
      expect((await send(api, words)).status).toBe(303)
    }
    expect(await listOrders(api.services)).toHaveLength(1)
    api.advance(2 * 60_000)
    await send(api, words)
    expect(await listOrders(api.services)).toHaveLength(2)
  })

  test('twice by a browser without a script is thanked for once, and asked about', async () => {
    const text = `Марія "Люта" <й> & 'Петро'`
    const thank = async (answer: Awaited<ReturnType<typeof send>>) => {
      expect(answer.status).toBe(303)
      return (await fetch(new URL(answer.headers.get('location') ?? '', api.url))).text()
    }
    const order = { ...words, forWhom: text }
    expect(await thank(await send(api, order))).not.toContain('<form')
    const page = await thank(await send(api, order))
    expect(page.replaceAll('\u00a0', ' ')).toContain('Таке саме замовлення з вашої мережі вже є')
    expect(await listOrders(api.services)).toHaveLength(1)

    const again = Object.fromEntries(
      [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
        ([, name = '', value = '']) => [name, unescapeHtml(value)],
      ),
    )
    expect(again).toMatchObject({ forWhom: text, purpose: words.purpose })
    for (let click = 0; click < 2; click += 1)
      expect(await thank(await send(api, { ...again, order: '' }))).not.toContain('<form')
    expect((await listOrders(api.services)).map(({ name }) => name)).toEqual([text, text])
  })

  test('twice from one page is one order, and from two pages two', async () => {
    const from = (key: string, forWhom = words.forWhom) => send(api, { ...words, forWhom, key })
    for (const key of ['0.123456789', '0.123456789', '0.987654321'])
      expect((await from(key)).status).toBe(303)
    expect(await listOrders(api.services)).toHaveLength(2)
    // Back to the page, as the browser kept it, and written anew.
    await from('0.123456789', 'Петро')
    api.advance(11 * 60_000)
    await from('0.123456789', 'Петро')
    expect(await listOrders(api.services)).toHaveLength(3)
    // Of no use, and no fault.
    await from('<'.repeat(100), 'Ганна')
    expect(await listOrders(api.services)).toHaveLength(4)
  })

  test('before and after midnight is one order too', async () => {
    api.advance(dayMs - (api.services.now() % dayMs) - 60_000)
    await send(api, words)
    api.advance(2 * 60_000)
    await send(api, words)
    expect(await listOrders(api.services)).toHaveLength(1)
  })

  test('with another text, or from another phone or address, is another order', async () => {
    await send(api, words)
    await send(api, { ...words, purpose: 'За упокій' })
    await send(api, words, { headers: { 'x-forwarded-for': '203.0.113.7' } })
    await send(api, words, { headers: { 'user-agent': 'Another phone' } })
    expect(await listOrders(api.services)).toHaveLength(4)
  })
})

describe('a form sent without the script', () => {
  const api = apiForEach({ env: { LIMIT_FACTOR: '0.01' } })

  test('that lacks something comes back with all that was typed, and is no order', async () => {
    const answer = await send(api, {
      forWhom: ' \t',
      purpose: '"><script>alert(1)</script>&amp;',
      email: 'олена@приклад',
      donationEnabled: 'on',
      amount: '300',
    })
    expect(answer.status).toBe(422)
    expect(answer.html).toContain('id="forWhom-error"')
    expect(answer.html).toContain('id="email-error"')
    expect(answer.html).not.toContain('id="purpose-error"')
    expect(answer.html).toContain(
      '>&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;</textarea>',
    )
    expect(answer.html).not.toContain('<script>alert')
    expect(answer.html).toContain('value="олена@приклад"')
    expect(answer.html).toMatch(/checked="" value="300"|value="300" checked=""/)
    expect(await listOrders(api.services)).toEqual([])
  })

  test('with a donation on is no order either: a card needs the script', async () => {
    const answer = await send(api, { ...words, donationEnabled: 'on' })
    expect(answer.status).toBe(303)
    const { order: _, ...entered } = words
    const back = await send(api, { ...entered, forWhom: 'Петро', donationEnabled: 'on' })
    expect(back.status).toBe(200)
    expect(back.html).toContain('>Петро</textarea>')
    expect(await listOrders(api.services)).toHaveLength(1)
  })

  test('too often is rejected in words with any key, counted with the orders of the script', async () => {
    const headers = { 'idempotency-key': 'pi_aaaaaaaa' }
    for (const forWhom of ['1', '2'])
      expect((await send(api, { ...words, forWhom }, { headers })).status).toBe(303)
    expect((await api.order()).status).toBe(200)
    const refused = await send(api, { ...words, forWhom: '4' }, { lang: 'ru', headers })
    expect(await listOrders(api.services)).toHaveLength(3)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.html).toContain('data-result="too-often"')
    const minutes = Math.ceil(Number(refused.headers.get('retry-after')) / 60)
    expect(refused.html.replaceAll('\u00a0', ' ')).toContain(`через ${minutes} мин`)
    expect(refused.html).toContain('мобильный интернет')
    expect(refused.html).toContain('<html lang="ru">')
  })

  test.each([
    ['JSON', 'application/json', '{"forWhom":"x"}'],
    ['a file', 'multipart/form-data; boundary=x', '--x--'],
  ])('that is %s is refused in words', async (_what, type, body) => {
    const init = { method: 'POST', headers: { 'content-type': type }, body }
    const response = await fetch(api.url, init)
    expect(response.status).toBe(415)
    expect(await response.text()).toContain('data-result="failed"')
  })
})
