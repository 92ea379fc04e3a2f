import type { Appearance } from '@stripe/stripe-js'
import { useMemo, useSyncExternalStore } from 'react'

const root = document.documentElement

/** The provider's form in the colours and sizes of the card around it, light or dark. */
export function useAppearance(): Appearance {
  const theme = useSyncExternalStore(watchTheme, () => root.dataset.theme)
  return useMemo(() => createAppearance(theme === 'dark' ? 'night' : 'stripe'), [theme])
}

function watchTheme(changed: () => void) {
  const observer = new MutationObserver(changed)
  observer.observe(root, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** As the form's own fields: see styles/page.css and styles/controls.css. */
function createAppearance(theme: 'night' | 'stripe'): Appearance {
  const styles = getComputedStyle(root)
  const colour = (name: string) => styles.getPropertyValue(`--${name}`).trim()
  return {
    theme,
    labels: 'above',
    rules: {
      '.Label': { fontWeight: '600' },
      '.Input': {
        border: `1px solid ${colour('line')}`,
        borderRadius: '10px',
        boxShadow: 'none',
      },
    },
    variables: {
      borderRadius: '10px',
      fontSizeBase: '16px',
      fontFamily: 'system-ui, sans-serif',
      spacingUnit: '4px',
      gridRowSpacing: '12px',
      colorPrimary: colour('accent'),
      colorBackground: colour('field'),
      colorText: colour('ink'),
      colorTextSecondary: colour('soft'),
      colorDanger: colour('bad'),
    },
  }
}
