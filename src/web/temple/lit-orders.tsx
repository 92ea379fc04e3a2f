import { Tick } from './order-list'
import type { View } from './view'

/** The candles of the last week. Each can be taken back, or get a photo. */
export function LitOrders(view: View) {
  const { page, texts, action, address } = view
  if (page.lit.length === 0) return null
  return (
    <details className="lit" open={page.lit.some(({ isTicked }) => isTicked)}>
      <summary>{texts.litLately}</summary>
      <p className="hint">{texts.leadLit}</p>
      <ul>
        {page.lit.map(order => (
          <li key={order.code} data-state="lit">
            <Tick view={view} order={order} />
            <form className="undo" method="post" action={action} encType="multipart/form-data">
              <input type="hidden" name="order" value={order.code} />
              <input type="hidden" name="key" value={`${page.key}.${order.code}`} />
              <button type="submit" name="action" value="undo" className="plain">
                {texts.unlitOne}
              </button>
              <p className="trouble" role="alert" />
            </form>
          </li>
        ))}
      </ul>
      {page.earlierLit !== null && (
        <p className="way">
          <a href={`${address({ lit: page.earlierLit })}#lit`}>{texts.earlierLit}</a>
        </p>
      )}
    </details>
  )
}
