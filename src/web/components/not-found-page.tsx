/** Any path but the form's. */
export function NotFoundPage() {
  return (
    <main className="card not-found">
      <h1>Page Not Found</h1>
      <p className="subtitle">There is nothing at this address.</p>
      <p>
        <a href="/">The candle order form</a>
      </p>
      <p className="hint">
        For developers: the form lives at <code>/</code> alone. Did you forget to add a route, or is
        the embedding address wrong?
      </p>
    </main>
  )
}
