import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '../setup/free-port'
import { elementKey, type Session } from './driver'

/** WebKitGTK's driver speaks WebDriver over HTTP. It needs a display: Xvfb gives it one. */
export async function startWebkit(programs: {
  driver: string
  browser: string
  display: string
}): Promise<Session> {
  const port = await findFreePort()
  const display = `:${100 + (port % 800)}`
  const screen = spawn(programs.display, [display, '-screen', '0', '1024x1400x24'], {
    stdio: 'ignore',
  })
  // Without a language of the system's the page is told one that is none ("c").
  const env = {
    ...process.env,
    DISPLAY: display,
    LANG: 'en_US.UTF-8',
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  }
  const driver = spawn(programs.driver, [`--port=${port}`, '--host=127.0.0.1'], {
    env,
    stdio: 'ignore',
  })
  const close = async () => {
    driver.kill()
    screen.kill()
  }
  try {
    const session = await openSession(`http://127.0.0.1:${port}`, programs.browser)
    return { send: (command, parameters = {}) => call(session, command, parameters), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openSession(driver: string, browser: string): Promise<string> {
  const options = { binary: browser, args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  for (let tries = 0; ; tries++) {
    try {
      const { sessionId } = (await post(`${driver}/session`, { capabilities })) as {
        sessionId: string
      }
      return `${driver}/session/${sessionId}`
    } catch (error) {
      if (tries > 20) throw error
      await pause(500)
    }
  }
}

async function call(
  session: string,
  command: string,
  { id, element: _firefox, ...parameters }: Record<string, unknown>,
): Promise<unknown> {
  switch (command) {
    case 'WebDriver:Navigate':
      return post(`${session}/url`, parameters)
    case 'WebDriver:FindElement':
      return post(`${session}/element`, parameters)
    case 'WebDriver:SwitchToFrame':
      return post(`${session}/frame`, { id: id ?? null })
    case 'WebDriver:ElementClick':
      return post(`${session}/element/${id}/click`, {})
    case 'WebDriver:ElementClear':
      return post(`${session}/element/${id}/clear`, {})
    case 'WebDriver:ElementSendKeys':
      return typeText(session, id, parameters)
    case 'WebDriver:GetElementText':
      return read(await fetch(`${session}/element/${id}/text`))
    default:
      throw new Error(`${command} is not known here.`)
  }
}

/** WebKitGTK's driver gives no keys to a frame of another site: there the text is put in by script. */
async function typeText(session: string, id: unknown, { text }: Record<string, unknown>) {
  try {
    return await post(`${session}/element/${id}/value`, { text })
  } catch (error) {
    if (!String(error).includes('not focusable')) throw error
    const script = `const [field, text] = arguments
      field.value = text
      field.dispatchEvent(new Event('input', { bubbles: true }))
      field.dispatchEvent(new Event('change', { bubbles: true }))`
    const args = [{ [elementKey]: id }, text]
    return post(`${session}/execute/sync`, { script, args })
  }
}

async function post(url: string, body: unknown): Promise<unknown> {
  return read(await fetch(url, { method: 'POST', body: JSON.stringify(body) }))
}

async function read(response: Response): Promise<unknown> {
  const { value } = (await response.json()) as { value: unknown }
  if (response.ok) return value
  throw new Error(JSON.stringify(value))
}
