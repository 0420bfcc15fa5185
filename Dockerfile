# One image per service: docker build --build-arg SERVICE=document -t caredrop/document .
# The gateway's image also contains the built single-page application.
ARG NODE_IMAGE=node:24-bookworm-slim

# The installed packages change only with the lock file: source changes reuse this layer.
FROM ${NODE_IMAGE} AS installed
WORKDIR /workspace
COPY package.json package-lock.json ./
COPY libs/contracts/package.json libs/contracts/
COPY libs/messaging/package.json libs/messaging/
COPY libs/patient-copy/package.json libs/patient-copy/
COPY libs/pdf-inspector/package.json libs/pdf-inspector/
COPY libs/service-kit/package.json libs/service-kit/
COPY libs/testing/package.json libs/testing/
COPY apps/audit/package.json apps/audit/
COPY apps/auth/package.json apps/auth/
COPY apps/document/package.json apps/document/
COPY apps/e2e/package.json apps/e2e/
COPY apps/gateway/package.json apps/gateway/
COPY apps/notification/package.json apps/notification/
COPY apps/token/package.json apps/token/
COPY apps/web/package.json apps/web/
# For a private registry: --secret id=npmrc,src=$HOME/.npmrc, which does not end up in the image.
RUN --mount=type=cache,target=/root/.npm --mount=type=secret,id=npmrc,target=/root/.npmrc \
  npm ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error

# Compiles everything once for all images.
FROM installed AS built
COPY tsconfig.base.json ./
COPY tools tools
COPY libs libs
COPY apps apps
RUN node tools/build/main.mjs

FROM built AS picked
ARG SERVICE
RUN node tools/images/production-modules.mjs "${SERVICE}" /out \
  && node tools/images/sbom.mjs "${SERVICE}" /out/sbom.cdx.json \
  && if [ "${SERVICE}" = gateway ]; then cp -r apps/web/dist /out/web; fi

# The runtime: Node and its libraries, without npm, headers and setuid programs, which are a third of the base image's
# size and cause most findings of image scanners. It contains the folder of stored documents, because a new volume
# takes its owner from the image.
FROM ${NODE_IMAGE} AS bare
RUN rm -rf /usr/local/include /usr/local/lib/node_modules /usr/local/share /usr/local/yarn /opt/yarn-* /usr/local/bin/corepack \
  /usr/local/bin/docker-entrypoint.sh /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/yarn /usr/local/bin/yarnpkg \
  && find / -xdev -type f -perm /6000 -exec chmod a-s {} + \
  && install -d -o 1000 -g 1000 -m 700 /var/lib/caredrop/objects

FROM scratch
COPY --from=bare / /
ARG SERVICE
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="caredrop-${SERVICE}" \
  org.opencontainers.image.description="Caredrop: ask a patient for one document by a single-use link" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  caredrop.sbom="/app/sbom.cdx.json"
ENV PATH=/usr/local/bin:/usr/bin:/bin NODE_ENV=production HOST=0.0.0.0 PORT=8080 WEB_ROOT=/app/web
WORKDIR /app/apps/${SERVICE}
# Owned by root and never written, because the container runs with a read-only root file system.
COPY --from=picked /out /app
USER 1000:1000
EXPOSE 8080
# Needs no shell and loads none of our code, because it runs in each service all day, even on busy machines.
HEALTHCHECK --interval=10s --timeout=10s --start-period=60s --retries=5 \
  CMD ["node", "--eval", "require('node:http').get(`http://127.0.0.1:${process.env.PORT}/health/ready`, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node"]
CMD ["dist/bundle/main.js"]
