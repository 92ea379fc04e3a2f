import type { SectionName } from '../report/results'
import { firstLoad } from './first-load'
import { firstUse } from './first-use'
import { growth } from './growth'
import { lighthouse } from './lighthouse'
import { painting } from './painting'
import type { Section } from './section'
import { serving } from './serving'
import { startUp } from './start-up'

/** In the order in which they are measured. */
export const sections: Record<SectionName, Section> = {
  'first-load': firstLoad,
  painting,
  'first-use': firstUse,
  serving,
  growth,
  'start-up': startUp,
  lighthouse,
}
