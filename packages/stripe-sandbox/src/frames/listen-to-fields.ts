import type { CardEventName, CardEvents } from '../browser/frame-talk'
import type { FieldName, FieldTexts } from './card-fault'
import { type CardField, reformat } from './card-field'

export type Emit = <E extends CardEventName>(event: E, detail: CardEvents[E]) => void

export interface Reactions {
  emit: Emit
  judge(field: CardField): unknown
  faultOf(name: FieldName): string | undefined
  shown: Map<FieldName, string>
  tellChange(): void
  tellHeight(): void
}

/** A field is judged when it is left, or as soon as what was wrong with it has changed. */
export function listenToFields(
  fields: readonly CardField[],
  texts: () => FieldTexts,
  { emit, judge, faultOf, shown, tellChange, tellHeight }: Reactions,
): void {
  for (const field of fields) {
    field.input.addEventListener('input', event => {
      const deleting = event instanceof InputEvent && event.inputType.startsWith('delete')
      reformat(field, texts(), deleting)
      const fault = faultOf(field.name)
      if (shown.has(field.name) || fault?.startsWith('invalid')) judge(field)
      tellChange()
      tellHeight()
    })
    field.input.addEventListener('blur', () => {
      if (field.input.value !== '' || shown.has(field.name)) judge(field)
      tellHeight()
      emit('blur', undefined)
    })
    field.input.addEventListener('focus', () => emit('focus', undefined))
  }
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape') emit('escape', undefined)
  })
  document.addEventListener('submit', event => event.preventDefault())
}
