import { submitForm } from './controls'

/**
 * Listens for Enter on Android. Its keyboards go on composing the last word, so the key is not known as
 * Enter and would break the line in a field where it should order. An Enter that ends a composition of
 * Chinese or Japanese breaks no line. Returns a function that ends the listening.
 */
export function listenForComposedEnter(): () => void {
  let isComposed = false

  function recordKey({ key, keyCode, isComposing, shiftKey }: KeyboardEvent) {
    isComposed = !shiftKey && (keyCode === 229 || (key === 'Enter' && isComposing))
  }

  function orderInsteadOfBreak(event: InputEvent) {
    const isBreak = event.inputType === 'insertLineBreak'
    if (!isBreak || !isComposed || !(event.target instanceof HTMLTextAreaElement)) return
    event.preventDefault()
    submitForm(event.target.form)
  }

  const ended = new AbortController()
  const options = { capture: true, signal: ended.signal }
  window.addEventListener('keydown', recordKey, options)
  window.addEventListener('beforeinput', orderInsteadOfBreak, options)
  return () => ended.abort()
}
