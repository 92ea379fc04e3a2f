import type { Result } from './results'
import { writeBudget, writeRatio, writeValue } from './words'

/** A section for the console: medians, spread, and how many times ours each of the others is. */
export function printResult({ title, note, figures }: Result): void {
  console.log(`\n${title}\n${note}\n`)
  for (const figure of figures) {
    const { samples, unit } = figure
    console.log(`  ${[figure.name, writeBudget(figure)].filter(Boolean).join('   ')}`)
    for (const sample of samples) {
      const value = writeValue(sample.median, unit).padStart(14)
      const spread = `${writeValue(sample.low, unit)} to ${writeValue(sample.high, unit)}`
      const ratio = writeRatio(sample, samples[0]).padStart(8)
      const runs = sample.runs > 1 ? `   ${spread}, ${sample.runs} runs` : ''
      console.log(`    ${sample.who.padEnd(22)}${value}${ratio}${runs}`)
    }
  }
}
