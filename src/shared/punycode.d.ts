declare module 'punycode.js' {
  /** Throws where a label is no punycode. */
  export function toUnicode(domain: string): string
}
