# Parley with Node's tools, for local MCP servers that start with `npx`:
#   docker build -t parley .
#   docker build -t parley-mcp -f deploy/mcp.Dockerfile --build-arg IMAGE=parley .
ARG IMAGE=parley
FROM ${IMAGE} AS app

FROM node:20.20.2-bookworm-slim@sha256:2cf067cfed83d5ea958367df9f966191a942351a2df77d6f0193e162b5febfc0
WORKDIR /app
# Owned by root and run by another user: the server cannot change its own files.
COPY --from=app /app ./
ARG BASE_PATH=""
ENV NODE_ENV=production HOSTNAME=0.0.0.0 PORT=3000 BASE_PATH=$BASE_PATH
# npx stores its packages here: the only folder that must be writable.
ENV HOME=/tmp npm_config_cache=/tmp/npm npm_config_update_notifier=false
USER 10001:10001
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}${process.env.BASE_PATH}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--optimize-for-size", "server.js"]
