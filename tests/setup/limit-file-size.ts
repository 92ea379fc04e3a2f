import { execFileSync } from 'node:child_process'

/** No file of this process may grow beyond these bytes, as on a full disk: writes fail with EFBIG. Linux only. */
export function limitFileSize(bytes: number | 'unlimited'): void {
  execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:unlimited`])
}
