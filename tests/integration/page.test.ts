import { describe, expect, test } from 'vitest'
import { apiForAll } from './api-fixture'

describe('the page', () => {
  const api = apiForAll()

  test.each([
    ['', 'uk'],
    ['?lang=uk', 'uk'],
    ['?lang=ru', 'ru'],
    ['?lang=en', 'en'],
    ['?lang=de', 'uk'],
    ['?lang=ru&lang=en', 'uk'],
  ])('at /%s is rendered in %s', async (query, language) => {
    const html = await (await fetch(`${api.url}/${query}`)).text()
    expect(html).toContain(`<html lang="${language}"`)
    expect(html).toContain('name="forWhom"')
  })

  test('comes compressed, with an ETag that answers 304', async () => {
    const first = await fetch(api.url, { headers: { 'accept-encoding': 'br' } })
    expect(first.headers.get('content-encoding')).toBe('br')
    const etag = first.headers.get('etag') ?? ''
    const second = await fetch(api.url, { headers: { 'if-none-match': etag } })
    expect(second.status).toBe(304)
  })

  test.each([
    '/nothing/here',
    '/%E0%A4%A',
    '/assets/..%2f..%2fpackage.json',
    `/assets/${'x'.repeat(500)}`,
  ])('the path %s is a 404 page with a hint for developers, and the page’s policy', async path => {
    const response = await fetch(api.url + path)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await response.text()).toContain('Page Not Found')
  })

  test('its files never change and are never asked for again', async () => {
    const html = await (await fetch(api.url)).text()
    const asset = html.match(/\/assets\/[\w.-]+\.js/)?.[0] ?? 'no script found'
    const response = await fetch(api.url + asset, { headers: { 'accept-encoding': 'br' } })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-encoding')).toBe('br')
    // A sandboxed frame has an opaque origin, and must still load the script.
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })
})
