/** RFC 5321, 4.5.3.1.3: a path of 256 characters less its angle brackets. */
export const emailLimit = 254

/** Something, `@`, something, dot, something, no spaces: a hint against typing errors, not a proof. */
const emailPattern = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/

/** Whether an email to this address is worth trying. */
export function looksLikeEmail(text: string): boolean {
  return text.length <= emailLimit && emailPattern.test(text)
}
