# A devnet in a container: docker build -t halley-devnet . && docker run --rm -p 127.0.0.1:8545:8545 halley-devnet --block-time 2
# docs/guides/ci.md says which callers may do what.
FROM node:22-slim AS package
WORKDIR /source
COPY . .
RUN npm ci
RUN npm pack

FROM node:22-slim
WORKDIR /opt/halley
COPY --from=package /source/halley-devnet-*.tgz halley-devnet.tgz
# Binaries for other platforms are most of the size.
RUN npm install ./halley-devnet.tgz \
  && npm cache clean --force \
  && rm halley-devnet.tgz \
  && find node_modules -path '*/prebuilds/*' -prune ! -name "linux-$(node -p process.arch)" -exec rm -r {} +
RUN mkdir -p /data && chown node:node /data

# All interfaces of the container, because a published port arrives at its outer one. The dashboard answers programs of
# the same machine only, so it is off, and port 8545 takes WebSockets too.
ENV HALLEY_JSON_RPC_ADDRESS=0.0.0.0:8545
ENV HALLEY_JSON_RPC_WS_ADDRESS=
ENV HALLEY_RPC_LADDR=tcp://0.0.0.0:26657
ENV HALLEY_ASSETS_ADDRESS=0.0.0.0:8580
ENV HALLEY_DASHBOARD_ADDRESS=
EXPOSE 8545 26657 8580

USER node
WORKDIR /data
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s CMD node -e "fetch('http://127.0.0.1:8545/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"
ENTRYPOINT ["node", "/opt/halley/node_modules/halley-devnet/dist/cli.cjs"]
