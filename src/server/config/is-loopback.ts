/** Whether a host name means this machine: nothing said to it crosses a network. */
export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || host === '[::1]' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
  )
}
