// Preloaded into the server under test: moves its clock by as many ms as the file says. The
// program itself knows nothing of it.
import { readFileSync } from 'node:fs'

const file = process.env.SHIFTED_CLOCK
const realNow = Date.now
const lookAgainMs = 10
let shift = 0
let lookedAt = 0

Date.now = () => {
  const now = realNow()
  if (file && now - lookedAt > lookAgainMs) {
    lookedAt = now
    shift = Number(readFileSync(file, 'utf8')) || 0
  }
  return now + shift
}
