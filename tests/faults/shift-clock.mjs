// Preloaded into the server under test: moves its clock by the ms in a file.
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
