import { BaseSequencer, type TestSpecification } from 'vitest/node'

const long = /tests\/(faults\/|hostile\/(cards|village))/

/** Vitest starts large files first. These are small and take long: at the end they would run alone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter(file => !isLong(file))]
  }
}
