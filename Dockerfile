FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
COPY packages/stripe-sandbox/package.json packages/stripe-sandbox/
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run --silent release && rm release/*.tar.gz* && mv release/* /release

# The release has its own Node.
FROM debian:bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data PATH=/app/bin:$PATH
WORKDIR /app
COPY --from=build /release ./
# The command: docker compose exec svichka svichka doctor
RUN printf '#!/bin/sh\nexec node /app/dist/cli/main.js "$@"\n' > /usr/local/bin/svichka && chmod 755 /usr/local/bin/svichka
# The only folders that are written to: the second holds the socket of the decoder of pictures.
RUN useradd --uid 1000 svichka && mkdir /data /run/photos && chown svichka: /data /run/photos
VOLUME /data
USER svichka
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/live`).then(a => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
# Not npm, so that signals reach the server and it finishes open requests.
CMD ["node", "--max-semi-space-size=8", "dist/server/main.js"]
