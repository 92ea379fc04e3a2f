import type { Intention } from './temple-page'

/**
 * What people write when they do not press one of the form's two buttons, in three languages and
 * whatever case. Words that may mean either are left out: those orders stand under the third heading.
 */
const words: Record<Exclude<Intention, 'other'>, RegExp> = {
  health:
    /здоров|здрав[иі]|одуж|зціл|исцел|выздор|видуж|хвор|недуж|болящ|больн(?:ого|ой|ых|ую)|за живих|о живых|health|healing|recover|sick|for the living/iu,
  repose:
    /упок|за пок[оі]й|с?пок(?:ій|ою|ой|оя|ое) душ|(?:^|[^с])пок[оі]йн|спочи[влт]|усоп|помер|умерш|новопре|(?:вічн|вечн)\p{L}{0,9} (?:пам|с?пок)|царств|(?:^|[^\p{L}])помина|помян|пом['’ʼ]ян|панахид|панихид|загибл|загину[влт]|полегл|погиб(?!а)|repose|rest in|deceased|departed|in memory|eternal memory|memory eternal|loving memory/iu,
}

/** A purpose that says no more than the heading above it. */
const plain =
  /^(за |об? |про |for )?(the )?(здоров['’ʼ`ь]?[яе]|здравие|здравии|упок[оі]й|упокоєння|упокоение|упокоении|health|living|repose|departed)[.!]*$/i

/** Under which heading the temple reads an order, and with which wish the donor is thanked. */
export function findIntention({ purpose }: { purpose: string }): Intention {
  const isHealth = words.health.test(purpose)
  const isRepose = words.repose.test(purpose)
  if (isHealth === isRepose) return 'other'
  return isHealth ? 'health' : 'repose'
}

/** Whether a donor may be mourning, also one who prays for the living as well. */
export function namesDeparted(purpose: string): boolean {
  return words.repose.test(purpose)
}

/** Whether a purpose only repeats the heading that the order stands under. */
export function repeatsIntention(purpose: string, intention: Intention): boolean {
  return intention !== 'other' && plain.test(purpose.trim())
}
