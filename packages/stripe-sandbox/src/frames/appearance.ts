import type { Appearance } from '../browser/frame-talk'

const themes = {
  stripe: {},
  night: {
    '--color-primary': '#85d996',
    '--color-background': '#30313d',
    '--color-text': '#e6e6ea',
    '--color-danger': '#fe87a1',
    '--color-border': '#8d8e9c',
  },
  flat: {
    '--color-background': '#f1f1f3',
    '--color-border': '#f1f1f3',
  },
} as const

/** The provider's variable names, and what they are called here. */
const variables: Readonly<Record<string, string>> = {
  colorPrimary: '--color-primary',
  colorBackground: '--color-background',
  colorText: '--color-text',
  colorDanger: '--color-danger',
  fontFamily: '--font-family',
  fontSizeBase: '--font-size',
  borderRadius: '--radius',
  spacingUnit: '--spacing',
}

/** Dresses the form as the page asked; what it did not ask for stays as the theme has it. */
export function applyAppearance({ theme = 'stripe', variables: given = {} }: Appearance): void {
  const { style } = document.documentElement
  style.cssText = ''
  for (const [name, value] of Object.entries(themes[theme] ?? {})) style.setProperty(name, value)
  for (const [name, value] of Object.entries(given)) {
    const property = variables[name]
    if (property) style.setProperty(property, String(value))
  }
}
