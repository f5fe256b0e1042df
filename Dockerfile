# syntax=docker/dockerfile:1

# docker build -t deckcast .
# docker run --rm -e API_KEY=$(openssl rand -hex 24) -p 127.0.0.1:4000:4000 -v deckcast-data:/data deckcast
# Without DATABASE_URL the database is the embedded one, kept under /data.
#
# Debian, not Alpine: the build runs the devDependency node@24, a glibc binary that does not start on musl.

# espeak is the only package under the GPL. An image without it: docker build --build-arg ESPEAK=no -t deckcast .
ARG ESPEAK=yes

FROM node:24-slim AS packages
ARG ESPEAK
WORKDIR /app
COPY package.json package-lock.json ./
RUN [ "$ESPEAK" != no ] || npm uninstall --package-lock-only --no-audit --no-fund @echogarden/espeak-ng-emscripten

FROM packages AS build
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
COPY . .
COPY --from=packages /app/package.json /app/package-lock.json ./
RUN npm run build && rm -f dist/.tsbuildinfo && npm run --silent sbom > dist/sbom.cdx.json

FROM packages AS dependencies
# Without what only people and compilers of TypeScript read: a quarter of the bytes.
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --no-audit --no-fund \
    && find node_modules -type f ! -iname 'licen[cs]e*' \
       \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -iname '*.md' -o -iname '*.markdown' \) -delete

FROM node:24-slim
LABEL org.opencontainers.image.title="Deckcast" \
      org.opencontainers.image.description="Presentation decks for people who sell in the home: REST and GraphQL over one set of use cases, events delivered and streamed." \
      org.opencontainers.image.licenses="MIT"

ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=4000 \
    HEALTH_PORT=4001 \
    DATA_DIR=/data

# A named volume mounted here takes over this owner, so the service can write to it without being root.
RUN install -d -o node -g node /data

WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json schema.graphql LICENSE ./

# docker exec CONTAINER deckcast keys list
RUN chmod +x dist/deckcast.js && ln -s /app/dist/deckcast.js /usr/local/bin/deckcast

USER node
VOLUME /data
EXPOSE 4000

# By its own port: with ROLES=worker there is no other one.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.HEALTH_PORT + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]

# Exec form: node is process 1 and gets SIGTERM itself. It ends at the latest STOP_DELAY_SECONDS + 9.5 s later, which fits
# Docker's 10 s without a delay; with one, give "docker stop --timeout" as much more. It needs no init: its child
# processes have no children of their own. With WEB_CONCURRENCY they have: "docker run --init" collects what a killed one leaves.
CMD ["node", "--max-semi-space-size=16", "--enable-source-maps", "dist/main.js"]
