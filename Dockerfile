# The standalone server and nothing else: built in one stage, run in another without its tools.
FROM node:20.20.2-bookworm-slim@sha256:2cf067cfed83d5ea958367df9f966191a942351a2df77d6f0193e162b5febfc0 AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
# `npm install`, not `npm ci`: a lockfile written on one platform may not list the binaries of another.
COPY package.json package-lock.json ./
RUN npm install --no-audit --no-fund --ignore-scripts
COPY . .
# What is built in; all else is read from the environment when the container starts.
ARG BASE_PATH=""
ARG DEFAULT_INPUT_TEMPLATE=""
RUN BUILD_MODE=standalone npm run build

# Of the Debian above, the libraries that Node loads: what is not there has no holes.
RUN mkdir -p /runtime/etc && ldd /usr/local/bin/node | grep -o '/lib[^ ]*' | xargs -I{} cp --parents -L {} /runtime && \
  printf 'hosts: files dns\n' > /runtime/etc/nsswitch.conf

FROM scratch
COPY --from=build /runtime /
COPY --from=build /usr/local/bin/node /usr/local/bin/node
ENV PATH=/usr/local/bin
WORKDIR /app
# Owned by root and run by another: the server cannot change its own files, and needs to write none.
COPY --from=build /app/.next/standalone ./
ARG BASE_PATH=""
ENV NODE_ENV=production HOSTNAME=0.0.0.0 PORT=3000 BASE_PATH=$BASE_PATH
USER 10001:10001
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}${process.env.BASE_PATH}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# A small young generation that is looked through often: a relay keeps nothing, and its memory stays flat.
CMD ["node", "--max-semi-space-size=4", "--optimize-for-size", "server.js"]
