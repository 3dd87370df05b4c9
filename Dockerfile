# The server with the built board. See docs/hosting.md.
FROM node:22-slim AS board
WORKDIR /build/web
COPY web/package.json web/package-lock.json web/.npmrc ./
RUN npm ci
COPY web/ ./
RUN npm run build -- --outDir /build/static

FROM python:3.12-slim
ENV PYTHONUNBUFFERED=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
WORKDIR /app
COPY locks/play.txt locks/postgres.txt locks/
RUN pip install --require-hashes -r locks/play.txt -r locks/postgres.txt
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY src/ src/
COPY --from=board /build/static src/grognard/server/static
RUN pip install --no-deps --no-build-isolation . \
  && useradd --system --create-home grognard && mkdir /data && chown grognard /data
USER grognard
ENV GROGNARD_DATABASE_URL=/data/games.sqlite
EXPOSE 8130
VOLUME /data
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD python -c "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8130/ready', timeout=8)"
CMD ["grognard", "serve", "--host", "0.0.0.0", "--port", "8130"]
