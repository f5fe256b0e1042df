# syntax=docker/dockerfile:1

# docker build -t deckcast .
# docker run --rm -e API_KEY=$(openssl rand -hex 24) -p 127.0.0.1:4000:4000 -v deckcast-data:/data deckcast
# Without DATABASE_URL the database is the embedded one, kept under /data.
#
# Debian, not Alpine: the build runs the devDependency node@24, a glibc binary that does not start on musl.

# espeak is the only package under the GPL. An image without it: docker build --build-arg ESPEAK=no -t deckcast .
ARG ESPEAK=yes
# The same image each time: docker build --build-arg NODE_IMAGE=node:24-slim@sha256:<digest> -t deckcast .
ARG NODE_IMAGE=node:24-slim

FROM $NODE_IMAGE AS packages
ARG ESPEAK
WORKDIR /app
COPY package.json package-lock.json ./
RUN [ "$ESPEAK" != no ] || npm uninstall --package-lock-only --no-audit --no-fund @echogarden/espeak-ng-emscripten

FROM packages AS build
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
COPY . .
COPY --from=packages /app/package.json /app/package-lock.json ./
RUN npm run build && rm -f dist/.tsbuildinfo && npm run --silent sbom > dist/sbom.cdx.json
RUN node scripts/image.js /image && chmod +x /image/dist/bundle/deckcast.js

# What a process of Node.js needs of Debian: its libraries, with their licences and versions for those that look for known
# faults, the names of users, and "env", which starts "deckcast". Without a shell and packages that would be 70 MB more. The
# symbols of Node.js that only a debugger of C++ reads are 18 MB.
FROM $NODE_IMAGE AS system
RUN apt-get update && apt-get install --yes --no-install-recommends binutils
RUN install -d /data /system/usr/local/bin /system/var/lib/dpkg/status.d && install -d -m 1777 /system/tmp \
    && strip -o /system/usr/local/bin/node /usr/local/bin/node \
    && ln -s /app/dist/bundle/deckcast.js /system/usr/local/bin/deckcast \
    # The last one is for sharp, whose other libraries are those of Node.js.
    && { ldd /usr/local/bin/node /usr/bin/env | grep -o '[[:space:]]/[^ ]*'; ls /lib/*/libresolv.so.2; } \
       | sort -u | xargs cp --dereference --parents -t /system \
    && cp --dereference --parents -t /system /usr/bin/env /etc/group /etc/nsswitch.conf /etc/os-release /etc/passwd \
    && find /usr/local -maxdepth 1 -name LICENSE -exec cp --parents -t /system {} + \
    && for package in libc6 libgcc-s1 libstdc++6 coreutils; do \
         cp --dereference --parents -t /system "/usr/share/doc/$package/copyright" \
         && dpkg --status "$package" > "/system/var/lib/dpkg/status.d/$package" || exit 1; \
       done

FROM scratch
LABEL org.opencontainers.image.title="Deckcast" \
      org.opencontainers.image.description="Presentation decks for people who sell in the home: REST and GraphQL over one set of use cases, events delivered and streamed." \
      org.opencontainers.image.licenses="MIT"

ENV PATH=/usr/local/bin:/usr/bin \
    NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=4000 \
    HEALTH_PORT=4001 \
    DATA_DIR=/data

COPY --from=system /system /
# A named volume mounted here takes over this owner, so the service can write to it without being root.
COPY --from=system --chown=1000:1000 /data /data

WORKDIR /app
COPY --from=build /image ./

# docker exec CONTAINER deckcast keys list. There is no shell.
USER 1000:1000
VOLUME /data
EXPOSE 4000

# By its own port: with ROLES=worker there is no other one.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.HEALTH_PORT + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]

# Exec form: node is process 1 and gets SIGTERM itself. It ends at the latest STOP_DELAY_SECONDS + 9.5 s later, which fits
# Docker's 10 s without a delay; with one, give "docker stop --timeout" as much more. It needs no init: its child
# processes have no children of their own. With WEB_CONCURRENCY they have: "docker run --init" collects what a killed one leaves.
CMD ["node", "--max-semi-space-size=16", "--enable-source-maps", "dist/bundle/main.js"]
