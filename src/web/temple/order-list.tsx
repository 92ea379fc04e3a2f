import type { Intention, TempleOrder } from '../../shared/temple-page'
import { Icon } from './icons'
import { isPaid, type Shown } from './shown'

const intentions: Intention[] = ['health', 'repose', 'other']

/** A single order, or those of a digest under their headings. */
export function OrderList(shown: Shown) {
  const { page, texts, isList } = shown
  const rows = (orders: TempleOrder[]) =>
    orders.map(order => <Row key={order.code} {...shown} order={order} />)
  if (!isList) return <ul>{rows(page.orders)}</ul>
  return intentions.map(intention => {
    const orders = page.orders.filter(order => order.intention === intention)
    if (orders.length === 0) return null
    return (
      <section key={intention}>
        <h2 id={intention}>{texts.headings[intention]}</h2>
        <ul aria-labelledby={intention}>{rows(orders)}</ul>
      </section>
    )
  })
}

function Row({ order, ...shown }: Shown & { order: TempleOrder }) {
  const { state, code, number, hasAddress } = order
  const canBeTicked = !shown.page.isClosed && state.kind !== 'dismissed'
  const Frame = canBeTicked ? 'label' : 'div'
  return (
    <li data-state={state.kind}>
      <Frame className="row">
        <span className="box">
          {canBeTicked && (
            <input
              type="checkbox"
              name="order"
              value={code}
              defaultChecked={order.isTicked}
              data-mark={markOf(order)}
              data-address={hasAddress || undefined}
              data-reported={(state.kind === 'lit' && state.isReported) || undefined}
            />
          )}
          <Icon name={state.kind === 'lit' ? 'flame' : 'dash'} />
          <Icon name="tick" />
        </span>
        <span className="name" dir="auto">
          {order.name || shown.texts.noName}
        </span>
        {number !== null && <span className="number">{number}</span>}
        <Details {...shown} order={order} />
      </Frame>
    </li>
  )
}

/** Changes with every press that reaches the order. */
function markOf({ state }: TempleOrder): string {
  return state.kind === 'lit' ? `lit ${state.photos}` : state.kind
}

function Details({ order, ...shown }: Shown & { order: TempleOrder }) {
  const { texts, format } = shown
  const { code, donationKopiykas, isUnconfirmed, purpose, doubts } = order
  const marks = [
    isUnconfirmed && texts.marks.claimed,
    ...doubts.map(doubt =>
      doubt === 'withoutWords' ? texts.askForNames(code) : texts.marks[doubt],
    ),
  ].filter(mark => mark !== false)
  const state = describeState(order, shown)
  return (
    <>
      {(purpose || donationKopiykas > 0 || marks.length > 0) && (
        <span className="detail">
          {purpose && <span dir="auto">{purpose}</span>}
          {donationKopiykas > 0 && (
            <span className="donation">
              {isPaid(order) && <Star />}
              <span className="visually-hidden">{texts.donation} </span>
              {format.amount(donationKopiykas)}
            </span>
          )}
          {marks.map(mark => (
            <span key={mark} className="doubt">
              {mark}
            </span>
          ))}
        </span>
      )}
      {state && <span className="detail state">{state}</span>}
    </>
  )
}

export function Star() {
  return (
    <span className="star" aria-hidden="true">
      ★
    </span>
  )
}

function describeState({ state, hasAddress }: TempleOrder, { texts, format }: Shown): string {
  const { states } = texts
  if (state.kind === 'waiting') return ''
  if (state.kind !== 'lit') return states[state.kind]
  const { at, photos, reportAt, isReported } = state
  return [
    states.lit(format.moment(at)),
    isReported && states.reported,
    reportAt !== null && states.reportAt(format.moment(reportAt)),
    !hasAddress && states.noAddress,
    photos > 0 && states.photos(photos),
  ]
    .filter(Boolean)
    .join(', ')
}
