import type { Appearance } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'

const darkQuery = '(prefers-color-scheme: dark)'

/** The provider's form in the colours and sizes of the card around it, light or dark. */
export function useAppearance(): Appearance {
  const [dark, setDark] = useState(() => window.matchMedia(darkQuery).matches)
  useEffect(() => {
    const query = window.matchMedia(darkQuery)
    const follow = () => setDark(query.matches)
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [])
  return dark ? darkAppearance : lightAppearance
}

const shape = {
  borderRadius: '8px',
  fontSizeBase: '16px',
  fontFamily: 'system-ui, sans-serif',
  spacingUnit: '4px',
  gridRowSpacing: '12px',
}

const lightAppearance: Appearance = {
  theme: 'stripe',
  labels: 'above',
  variables: {
    ...shape,
    colorPrimary: '#7a2f1b',
    colorBackground: '#fffdf8',
    colorText: '#2b2018',
    colorTextSecondary: '#5f5144',
    colorDanger: '#a3231a',
  },
}

const darkAppearance: Appearance = {
  theme: 'night',
  labels: 'above',
  variables: {
    ...shape,
    colorPrimary: '#edb95e',
    colorBackground: '#2b221b',
    colorText: '#f5eadb',
    colorTextSecondary: '#cbb9a3',
    colorDanger: '#ff9d8e',
  },
}
