const orderDraftsPath = '/api/order-drafts/'

/** PUT, body: the order payload. Sent at the click on Pay, so that the server can finish alone. */
export function orderDraftPath(paymentIntentId: string): string {
  return orderDraftsPath + encodeURIComponent(paymentIntentId)
}

export const orderDraftRoute = `${orderDraftsPath}:paymentIntentId`
