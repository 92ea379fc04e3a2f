import * as Toast from '@radix-ui/react-toast'
import { useSyncExternalStore } from 'react'
import type { Texts } from '../locales/texts'
import type { VisiblePart } from './find-visible-part'
import { usePage } from './page-context'
import { sayToast } from './say-plainly'
import { type ToastMessage, toastDuration } from './toasts'

const hotkey = ['F8']
const swipeThreshold = 50

export function ToastRegion({ part }: { part: VisiblePart | undefined }) {
  const { desk, texts } = usePage()
  const { toasts } = desk
  const shown = useSyncExternalStore(toasts.subscribe, toasts.read, toasts.read)
  const words = part && shown && wordToast(shown.message, texts)

  return (
    <Toast.Provider
      duration={toastDuration}
      swipeDirection="right"
      swipeThreshold={swipeThreshold}
      label={texts.notifications}
    >
      {shown && words && (
        <Toast.Root
          key={shown.id}
          className={`toast ${words.good ? 'good' : 'bad'}`}
          open={shown.open}
          onOpenChange={open => open || toasts.dismiss(shown.id)}
        >
          <Toast.Title className="strong">{words.title}</Toast.Title>
          <Toast.Description>{words.message}</Toast.Description>
          <Toast.Close className="toast-close" aria-label={texts.close}>
            <span aria-hidden="true">×</span>
          </Toast.Close>
        </Toast.Root>
      )}
      <div className="overlay for-toasts" style={part && { top: part.top, height: part.height }}>
        <Toast.Viewport
          className="toasts"
          hotkey={hotkey}
          label={`${texts.notifications} ({hotkey})`}
        />
      </div>
    </Toast.Provider>
  )
}

function wordToast(message: ToastMessage, texts: Texts) {
  const good = message.kind === 'order-submitted'
  const title = good ? texts.orderSubmitted : texts.error
  return { good, title, message: sayToast(message, texts) }
}
