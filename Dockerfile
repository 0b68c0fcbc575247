# The service with Rasa behind it, in one image: Rasa listens on loopback only, and the service starts and watches it.
FROM python:3.11-slim-bookworm

RUN apt-get update \
    && apt-get install --yes --no-install-recommends make \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home whichever \
    && install --directory --owner whichever /home/whichever/app

USER whichever
WORKDIR /home/whichever/app

COPY --chown=whichever . .
# uv fetches the Python 3.10 that Rasa needs.
RUN make setup && mkdir var/conversations

EXPOSE 8080
HEALTHCHECK --start-period=60s --interval=10s --timeout=5s \
    CMD [".venv/bin/python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8080/healthz')"]
ENTRYPOINT [".venv/bin/whichever"]
CMD ["serve", "--host", "0.0.0.0"]
