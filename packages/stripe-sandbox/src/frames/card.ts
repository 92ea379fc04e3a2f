import { connectMessage, type FromFrame, type ToFrame } from '../browser/frame-talk'
import { startCardForm } from './card-form'

/** Takes the port the page sends, once, and answers over it. */
let port: MessagePort | undefined

const say = (message: FromFrame) => port?.postMessage(message)
const answers = startCardForm((event, detail) => port?.postMessage({ event, detail }))

window.addEventListener('message', event => {
  const [given] = event.ports
  if (event.source !== window.parent || event.data !== connectMessage || !given) return
  port = given
  port.onmessage = ({ data }: MessageEvent<ToFrame>) => answer(data)
})

async function answer(asked: ToFrame): Promise<void> {
  try {
    say({ id: asked.id, result: await run(asked) })
  } catch (error) {
    say({ id: asked.id, failure: error instanceof Error ? error.message : String(error) })
  }
}

function run(asked: ToFrame): unknown {
  switch (asked.call) {
    case 'setUp':
      return answers.setUp(asked.argument)
    case 'update':
      return answers.update(asked.argument)
    case 'confirm':
      return answers.confirm(asked.argument)
    default:
      return answers[asked.call](undefined)
  }
}
