# One image for every process: `docker run kafeneio:0.1.0 run wallet`. How it is built and what it needs: deploy/README.md.
# BASE has Python 3.11 or newer with venv and pip; NODE is used only where the web client is built here. A build with a
# VERSION is a release, and takes bases by digest alone: --build-arg BASE=python:3.11-slim-bookworm@sha256:…
ARG BASE=python:3.11-slim-bookworm
ARG NODE=node:22-bookworm-slim
ARG WEB=built

# --- the web client: built here, or with WEB=ready taken as `make web` has left it ---
FROM ${NODE} AS web-built
ARG NODE
ARG VERSION=unreleased
RUN case "${VERSION}=${NODE}" in unreleased=*|*@sha256:*) ;; *) echo "a release needs NODE by digest" >&2; exit 1 ;; esac
WORKDIR /project/clients/web
COPY clients/web/package.json clients/web/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY clients/typescript/tsconfig.json /project/clients/typescript/
COPY clients/typescript/src /project/clients/typescript/src
COPY clients/web/index.html clients/web/tsconfig.json clients/web/vite.config.ts ./
COPY clients/web/scripts scripts
COPY clients/web/public public
COPY clients/web/src src
RUN npm run build

FROM scratch AS web-ready
COPY clients/web/dist /project/clients/web/dist

# hadolint ignore=DL3006
FROM web-${WEB} AS web

# --- what Kafeneio runs on: from the index that pip knows, or with PIP_NO_INDEX=1 from the files in var/wheels alone ---
FROM ${BASE} AS packages
ARG PIP_NO_INDEX
WORKDIR /wheels
COPY requirements.txt var/wheels/*.whl var/wheels/*.tar.gz ./
RUN python3 -m venv --without-pip /opt/kafeneio \
 && python3 -m pip --python /opt/kafeneio/bin/python install --no-cache-dir --no-compile --find-links . \
    --require-hashes --requirement requirements.txt \
 && /opt/kafeneio/bin/python -m compileall -q /opt/kafeneio/lib
COPY deploy/kafeneio /opt/kafeneio/bin/kafeneio

# --- Kafeneio itself, compiled: the root is read-only where it runs ---
FROM ${BASE} AS source
WORKDIR /app
COPY games games
COPY services services
COPY gateway gateway
COPY kafeneio kafeneio
RUN find . -name __pycache__ -prune -exec rm -r {} + \
 && python3 -m compileall -q .

FROM ${BASE}
ARG BASE
ARG VERSION=unreleased
RUN case "${VERSION}=${BASE}" in unreleased=*|*@sha256:*) ;; *) echo "a release needs BASE by digest" >&2; exit 1 ;; esac
LABEL org.opencontainers.image.title="kafeneio" \
      org.opencontainers.image.base.name="${BASE}" \
      org.opencontainers.image.version="${VERSION}"
ENV PATH="/opt/kafeneio/bin:${PATH}" \
    PYTHONPATH=/app \
    KAFENEIO_VERSION="${VERSION}" \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1
RUN groupadd --gid 10001 kafeneio \
 && useradd --uid 10001 --gid 10001 --no-log-init --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin kafeneio
WORKDIR /app
COPY --from=packages /opt/kafeneio /opt/kafeneio
COPY --from=source /app /app
COPY --from=web /project/clients/web/dist clients/web/dist
USER 10001:10001
# The gateway, the API of other systems, and /healthz /readyz /metrics of every process.
EXPOSE 8000 50051 8081
STOPSIGNAL SIGTERM
ENTRYPOINT ["kafeneio"]
CMD ["--help"]
