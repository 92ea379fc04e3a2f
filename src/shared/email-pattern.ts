/** Something, `@`, something, dot, something, no spaces: a hint against typing errors, not a proof. */
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Whether an email to this address is worth trying. */
export function looksLikeEmail(text: string): boolean {
  return emailPattern.test(text)
}
