import { maxPictureBytes, maxPictures, type TempleUndo } from '../../shared/temple-page'
import { Icon } from './icons'
import type { View } from './view'

/**
 * The bar has the pictures, the buttons, and the way back from the last submission, and stays in sight
 * while a candle waits. Hidden parts need the script, which shows them.
 */
export function Bar(view: View) {
  const { page, texts, waiting } = view
  const isAnyLit = page.lit.length > 0
  const { undo } = page
  const hasUndo = undo !== null && undo.unseenUntil > page.now
  if (waiting.length === 0 && !isAnyLit && !hasUndo) return null
  const offersPictures = [...waiting, ...page.lit].some(({ hasAddress }) => hasAddress)
  return (
    <div className="bar" data-sticks={waiting.length > 0 || hasUndo || undefined}>
      {hasUndo && <UndoForm view={view} undo={undo} />}
      {(waiting.length > 0 || isAnyLit) && (
        <div className="act">
          <progress max={100} value={0} hidden aria-label={texts.sending} />
          <div className="trouble" role="alert" />
          <p className="hint" id="readers">
            {waiting.length > 0 && texts.readers}{' '}
            {offersPictures && (
              <span className="without-script">
                {texts.pictureLimits(maxPictures, maxPictureBytes / 2 ** 20)}
              </span>
            )}
          </p>
          <div className="go">
            {offersPictures && <Pictures {...view} />}
            <Submit value="lit" className="primary">
              {waiting.length > 0 ? texts.litTicked : texts.sendPhoto}
            </Submit>
          </div>
          {isAnyLit && (
            <Submit value="undo" className="quiet">
              {texts.unlitTicked}
            </Submit>
          )}
        </div>
      )}
    </div>
  )
}

function Pictures({ texts }: View) {
  return (
    <div className="photos">
      <ul className="thumbs" aria-label={texts.chosenPhotos} hidden />
      <label className="add">
        <Icon name="album" />
        <span className="visually-hidden">{texts.photo}</span>
        <input type="file" name="photo" form="mark" accept="image/*" multiple />
      </label>
      <label className="add camera" hidden>
        <Icon name="camera" />
        <span className="visually-hidden">{texts.camera}</span>
        <input type="file" accept="image/*" capture="environment" />
      </label>
    </div>
  )
}

function Submit(button: { value: string; className: string; children: string }) {
  return <button type="submit" form="mark" name="action" aria-describedby="readers" {...button} />
}

function UndoForm({ view, undo }: { view: View; undo: TempleUndo }) {
  const { page, texts, format, action } = view
  return (
    <form className="undo last" method="post" action={action} encType="multipart/form-data">
      {undo.codes.map(code => (
        <input key={code} type="hidden" name="order" value={code} />
      ))}
      <input type="hidden" name="key" value={`${page.key}.undo`} />
      <p>
        <b>{texts.undo.heading(undo.codes.length)}</b>{' '}
        <small id="until">{texts.undo.until(format.clock(undo.unseenUntil), undo.readers)}</small>
      </p>
      <button type="submit" name="action" value="undo" className="quiet" aria-describedby="until">
        {texts.undo.button}
      </button>
      <p className="trouble" role="alert" />
    </form>
  )
}
