# The service with Rasa behind it, in one image: Rasa listens on loopback only, and the service starts and watches it.
FROM python:3.11-slim-bookworm

RUN apt-get update \
    && apt-get install --yes --no-install-recommends make \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home whichever \
    && install --directory --owner whichever /home/whichever/app

USER whichever
WORKDIR /home/whichever/app

# What Rasa needs comes first: it is most of the image, and changes least. uv fetches the Python 3.10 for it.
COPY --chown=whichever Makefile ./
COPY --chown=whichever requirements/uv.txt requirements/
COPY --chown=whichever scripts/python.sh scripts/
COPY --chown=whichever bot/requirements.txt bot/
RUN make bot/.venv/.installed

COPY --chown=whichever . .
RUN make setup && mkdir var/conversations

EXPOSE 8080
HEALTHCHECK --start-period=60s --interval=10s --timeout=5s \
    CMD [".venv/bin/python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8080/healthz')"]
ENTRYPOINT [".venv/bin/whichever"]
CMD ["serve", "--host", "0.0.0.0"]
