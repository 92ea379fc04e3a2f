import type { CSSProperties } from 'react'

const text: CSSProperties = {
  fontFamily: '-apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif',
  fontSize: '16px',
  lineHeight: '24px',
  color: '#2b2622',
  margin: '0 0 14px',
  // A name of a thousand letters without a space must not widen the sheet.
  wordBreak: 'break-word',
  overflowWrap: 'anywhere',
}

/** Styles stand in each element: mail programs drop style sheets. */
export const styles = {
  body: { backgroundColor: '#f6f1e8', margin: '0', padding: '16px 8px' },
  preview: { display: 'none', maxHeight: '0', overflow: 'hidden' },
  sheet: {
    backgroundColor: '#ffffff',
    border: '1px solid #e6dccb',
    borderRadius: '10px',
    maxWidth: '520px',
    padding: '24px 20px',
    tableLayout: 'fixed',
    width: '100%',
  },
  candle: { ...text, fontSize: '28px', lineHeight: '32px', margin: '0 0 8px' },
  heading: { ...text, fontSize: '22px', lineHeight: '28px', fontWeight: '600', margin: '0 0 16px' },
  paragraph: text,
  notice: {
    ...text,
    backgroundColor: '#fdf3d8',
    borderLeft: '4px solid #c58a1c',
    padding: '10px 12px',
  },
  goodNews: {
    ...text,
    backgroundColor: '#e8f3e6',
    borderLeft: '4px solid #4c8a46',
    padding: '10px 12px',
  },
  facts: { borderTop: '1px solid #e6dccb', margin: '18px 0 14px', paddingTop: '14px' },
  fact: { ...text, margin: '0 0 10px' },
  label: { color: '#6b6157', fontSize: '14px' },
  photo: {
    borderRadius: '8px',
    display: 'block',
    height: 'auto',
    maxWidth: '100%',
    width: '480px',
  },
  rule: { borderColor: '#e6dccb', margin: '20px 0 12px' },
  footer: { ...text, color: '#6b6157', fontSize: '13px', lineHeight: '18px', margin: '0' },
} satisfies Record<string, CSSProperties>
