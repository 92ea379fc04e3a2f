import fp from 'fastify-plugin'

/**
 * Once the server is asked to stop, each answer ends its connection. Otherwise a visitor's browser
 * would hold it open, idle, and the stop would wait for the keep-alive time to run out.
 */
export const endConnectionsOnClose = fp(async app => {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
})
