import type { Appearance } from '@stripe/stripe-js'
import { useMemo, useSyncExternalStore } from 'react'

/** Gives the provider's form the colours and sizes of the card around it, light or dark. */
export function useAppearance(): Appearance {
  const scheme = useSyncExternalStore(watchDevice, () => readStyle('scheme'))
  return useMemo(() => createAppearance(scheme === 'dark' ? 'night' : 'stripe'), [scheme])
}

function watchDevice(changed: () => void) {
  const darkDevice = window.matchMedia('(prefers-color-scheme: dark)')
  darkDevice.addEventListener('change', changed)
  return () => darkDevice.removeEventListener('change', changed)
}

function readStyle(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()
}

/** These values follow styles/palette.css and styles/controls.css. */
function createAppearance(theme: 'night' | 'stripe'): Appearance {
  return {
    theme,
    labels: 'above',
    rules: {
      '.Label': { fontWeight: '600' },
      '.Input': {
        border: `1px solid ${readStyle('line')}`,
        borderRadius: '10px',
        boxShadow: 'none',
      },
    },
    variables: {
      borderRadius: '10px',
      // The provider's frame follows the visitor's text size, too.
      fontSizeBase: getComputedStyle(document.documentElement).fontSize,
      fontFamily: 'system-ui, sans-serif',
      spacingUnit: '4px',
      gridRowSpacing: '12px',
      colorPrimary: readStyle('accent'),
      colorBackground: readStyle('field'),
      colorText: readStyle('ink'),
      colorTextSecondary: readStyle('soft'),
      colorDanger: readStyle('bad'),
    },
  }
}
