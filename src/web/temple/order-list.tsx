import { intentions, type TempleOrder, type TempleSection } from '../../shared/temple-page'
import { Icon } from './icons'
import { isLit, isPaid, type View } from './view'

/**
 * One section of the list. Donations and a crowd have sections for the living, the departed and all
 * others, too.
 */
export function OrderSection({ view, section }: { view: View; section: TempleSection }) {
  const { texts } = view
  const { name, orders } = section
  if (orders.length === 0) return null
  const isMixed = name === 'donation' || name === 'crowd'
  return (
    <section id={name}>
      <div className="heading">
        <h2>{texts.headings[name]}</h2>
        <button type="button" name="all" className="plain" hidden />
      </div>
      {isMixed ? (
        intentions.map(intention => {
          const chosen = orders.filter(order => order.intention === intention)
          if (chosen.length === 0) return null
          return (
            <div key={intention}>
              <h3>{texts.headings[intention]}</h3>
              <Orders view={view} orders={chosen} />
            </div>
          )
        })
      ) : (
        <Orders view={view} orders={orders} />
      )}
    </section>
  )
}

function Orders({ view, orders }: { view: View; orders: TempleOrder[] }) {
  return (
    <ul>
      {orders.map(order => (
        <li key={order.code} data-state={order.state.kind}>
          <Tick view={view} order={order} />
        </li>
      ))}
    </ul>
  )
}

/** A tick, whose whole line can be tapped. */
export function Tick({ view, order }: { view: View; order: TempleOrder }) {
  const { page, texts } = view
  const { code, hasAddress, state } = order
  return (
    <label className="row">
      <span className="box">
        <input
          type="checkbox"
          name="order"
          value={code}
          form="mark"
          defaultChecked={order.isTicked}
          // biome-ignore lint/a11y/noAutofocus: it scrolls to the email's order, also without the script.
          autoFocus={page.at?.code === code && page.result === null}
          data-address={hasAddress || undefined}
          data-lit={isLit(order) || undefined}
          data-reported={(state.kind === 'lit' && state.isReported) || undefined}
        />
        <Icon name="flame" />
      </span>
      {/* Browsers must not translate what a visitor typed, or names would become words. */}
      <span className="name" dir="auto" translate="no">
        {order.name || texts.noName}
      </span>
      <Details view={view} order={order} />
    </label>
  )
}

function Details({ view, order }: { view: View; order: TempleOrder }) {
  const { texts, format } = view
  const { code, donationKopiykas, isUnconfirmed, purpose, doubts } = order
  const marks = [
    isUnconfirmed && texts.marks.claimed,
    ...doubts.map(doubt =>
      doubt === 'withoutWords' ? texts.askForNames(code) : texts.marks[doubt],
    ),
  ].filter(mark => mark !== false)
  const state = describeState(order, view)
  return (
    <>
      {(purpose || donationKopiykas > 0 || marks.length > 0) && (
        <span className="detail">
          {donationKopiykas > 0 && (
            <span className="donation">
              {isPaid(order) && <Star />}
              <span className="visually-hidden">{texts.donation} </span>
              {format.amount(donationKopiykas)}
            </span>
          )}
          {purpose && (
            <span dir="auto" translate="no">
              {purpose}
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

function Star() {
  return (
    <span className="star" aria-hidden="true">
      ★
    </span>
  )
}

export function describeState(order: TempleOrder, { texts, format }: View): string {
  const { state, hasAddress } = order
  const { states } = texts
  if (state.kind === 'waiting') return ''
  if (state.kind !== 'lit') return states[state.kind]
  const { at, photos, reportAt, isReported } = state
  return [
    states.lit(format.moment(at)),
    isReported && states.reported,
    reportAt !== null && states.reportAt(format.moment(reportAt)),
    isPaid(order) && !hasAddress && states.noAddress,
    photos > 0 && states.photos(photos),
  ]
    .filter(Boolean)
    .join(', ')
}
