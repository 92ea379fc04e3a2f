/** An order's code as people write it: case, spaces and the hyphen do not matter. */
export function readCode(said: string): string {
  const plain = said.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return `${plain.slice(0, 4)}-${plain.slice(4)}`
}
