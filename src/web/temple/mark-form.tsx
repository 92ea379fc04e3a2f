import { maxPictureBytes, maxPictures } from '../../shared/temple-page'
import { Icon } from './icons'
import { OrderList } from './order-list'
import { isLit, isWaiting, type Shown } from './shown'

/**
 * Ticks, pictures and buttons. What is `hidden` works only with the script, which shows it. Below the
 * list the bar stays in sight while a candle waits.
 */
export function MarkForm(shown: Shown) {
  const { page, texts, isList } = shown
  const isAnyWaiting = page.orders.some(isWaiting)
  const isAnyLit = page.orders.some(isLit)
  return (
    <form
      id="mark"
      className="mark"
      method="post"
      action={shown.action}
      encType="multipart/form-data"
    >
      <input type="hidden" name="keepsTicks" />
      {(isList || !isAnyWaiting) && (
        <div className="lead">
          <p>{isAnyWaiting ? texts.lead : texts.leadLit}</p>
          {isList && <button type="button" name="toggle" hidden />}
        </div>
      )}
      <OrderList {...shown} />
      {(isAnyWaiting || isAnyLit) && (
        <div className="bar" data-sticks={isAnyWaiting || undefined}>
          <progress max={100} value={0} hidden aria-label={texts.sending} />
          <p className="trouble" role="alert" />
          <div className="photos">
            <ul className="thumbs" aria-label={texts.chosenPhotos} hidden />
            <label className="add">
              <Icon name="album" />
              <span>{texts.photo}</span>
              <input type="file" name="photo" accept="image/*" multiple />
            </label>
            <label className="add camera" hidden>
              <Icon name="camera" />
              <span>{texts.camera}</span>
              <input type="file" accept="image/*" capture="environment" />
            </label>
          </div>
          <Submit value="lit" className="primary">
            {isAnyWaiting ? (isList ? texts.litTicked : texts.litOne) : texts.sendPhoto}
          </Submit>
          {isAnyLit && (
            <Submit value="undo" className="quiet">
              {isList ? texts.unlitTicked : texts.unlitOne}
            </Submit>
          )}
          <p className="hint" id="readers">
            {[isAnyWaiting && texts.readers, isAnyLit && texts.correctionFollows]
              .filter(Boolean)
              .join(' ')}{' '}
            <span className="without-script">
              {texts.pictureLimits(maxPictures, maxPictureBytes / 2 ** 20)}
            </span>
          </p>
        </div>
      )}
    </form>
  )
}

function Submit(button: { value: string; className: string; children: string }) {
  return <button type="submit" name="action" aria-describedby="readers" {...button} />
}
