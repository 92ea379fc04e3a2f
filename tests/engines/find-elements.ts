// These functions run in the page: the driver sends their text, so they use nothing from outside themselves.

/** One step to an element, as data: the page itself takes it. */
export type Step =
  | { css: string }
  | { text: string }
  | { role: string; name: string }
  | { nth: number }

/** Finds the elements to which the steps lead. */
export function find(steps: Step[]): Element[] {
  const plain = (text: string | null | undefined) =>
    (text ?? '')
      .replace(/[\u200b\u00ad]/g, '')
      .replace(/\s+/g, ' ')
      .trim()
      .toLowerCase()
  const roles: Record<string, string> = {
    button: 'button, [role=button]',
    checkbox: '[type=checkbox]',
    dialog: 'dialog, [role=dialog]',
    heading: 'h1, h2, h3',
    status: 'output, [role=status]',
  }
  const nameOf = (element: Element) =>
    plain(
      element.getAttribute('aria-label') ??
        (element instanceof HTMLInputElement
          ? [...(element.labels ?? [])].map(label => label.textContent).join(' ')
          : element.textContent),
    )
  let found: (Element | Document)[] = [document]
  for (const step of steps) {
    const all = (css: string) => [...new Set(found.flatMap(one => [...one.querySelectorAll(css)]))]
    if ('nth' in step) found = found.slice(step.nth).slice(0, 1)
    else if ('css' in step) found = all(step.css)
    else if ('role' in step) {
      const seen = (element: Element) => element.getClientRects().length > 0
      const named = (element: Element) => nameOf(element).includes(plain(step.name))
      const css = roles[step.role] ?? `[role=${step.role}]`
      found = all(css).filter(element => seen(element) && named(element))
    } else {
      const wanted = plain(step.text)
      const has = (element: Element) => plain(element.textContent).includes(wanted)
      const isInnermost = (element: Element) => has(element) && ![...element.children].some(has)
      found = all('body *:not(script, style, noscript)').filter(isInnermost)
    }
  }
  return found.filter(one => one instanceof Element)
}

/** Says what an expectation may ask of the first of the elements. */
export function describe(elements: Element[], { attribute = '', css = '' }: Asking) {
  const [element] = elements
  const text = (some: Element | null | undefined) =>
    (some?.textContent ?? '')
      .replace(/[\u200b\u00ad]/g, '')
      .replace(/\s+/g, ' ')
      .trim()
  const rects = element?.getClientRects() ?? []
  const visible = [...rects].some(({ width, height }) => width > 0 && height > 0)
  const descriptions = element?.getAttribute('aria-describedby')?.split(' ') ?? []
  return {
    count: elements.length,
    visible: visible && !!element && getComputedStyle(element).visibility === 'visible',
    enabled: !!element && !element.matches(':disabled, [aria-disabled=true]'),
    checked: !!element?.matches(':checked, [aria-checked=true]'),
    focused: !!element && document.activeElement === element,
    text: text(element),
    value: element && 'value' in element ? String(element.value) : '',
    attribute: attribute ? (element?.getAttribute(attribute) ?? null) : null,
    css: element && css ? getComputedStyle(element).getPropertyValue(css) : '',
    description: descriptions.map(id => text(document.getElementById(id))).join(' '),
  }
}

export interface Asking {
  attribute?: string
  css?: string
}
