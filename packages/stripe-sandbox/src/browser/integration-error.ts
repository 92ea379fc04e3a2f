/** The page's author has made a mistake: thrown, never shown to a payer. */
export class IntegrationError extends Error {
  override name = 'IntegrationError'
}
