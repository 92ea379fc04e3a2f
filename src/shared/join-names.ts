/**
 * Joins names from several lines or table cells by commas. Without them three people would be read as one.
 */
export function joinNames(names: string): string {
  return names.trim().replace(/[ ,;]{0,9}[\t\n\v\f\r\u0085\u2028\u2029][\s,;]*/g, ', ')
}
