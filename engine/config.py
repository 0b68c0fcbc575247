"""Settings: one commented file of defaults, one file of the user's, a few environment variables. Only this reads them.

``engine/default.toml`` says what every setting means; the classes here say its type and range.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError

from engine import registry, resources
from engine.errors import ConfigError, MissingComponentError, UnknownNameError
from engine.extras import lacks
from engine.scopes import Scope
from engine.trained import read_numbers

DEFAULTS = Path(__file__).with_name("default.toml")

SAMPLE = Path("sample")
"""The value of ``retrieval.index`` that stands for the texts that come with the product."""

Fraction = Annotated[float, Field(ge=0.0, le=1.0)]
Host = Annotated[str, Field(pattern=r"^(\*|[a-z0-9_-]+(\.[a-z0-9_-]+)*)$")]
Origin = Annotated[str, Field(pattern=r"^(\*|https?://[^/\s]+)$")]
Seconds = Annotated[float, Field(gt=0.0, le=3600.0)]
Url = Annotated[str, Field(pattern=r"^https?://[^\s,]+$")]
IndexName = Annotated[str, Field(pattern=r"^[\w][\w .-]{0,39}$")]
Language = Annotated[str, Field(pattern=r"^[a-z]{2,3}$")]
FieldName = Annotated[str, Field(pattern=r"^[^\s*]{0,255}$")]

SECRETS = {
    "elasticsearch": {"api_key": "ES_API_KEY", "username": "ES_USERNAME", "password": "ES_PASSWORD"},
    "llm": {"api_key": "WHICHEVER_LLM_KEY"},
    "service": {"database_password": "PGPASSWORD"},
    "slack": {"bot_token": "SLACK_BOT_TOKEN", "app_token": "SLACK_APP_TOKEN", "signing_secret": "SLACK_SIGNING_SECRET"},
    "telegram": {"bot_token": "TELEGRAM_BOT_TOKEN", "webhook_secret": "TELEGRAM_WEBHOOK_SECRET"},
    "voice": {"alexa_skill_id": "ALEXA_SKILL_ID", "dialogflow_token": "DIALOGFLOW_TOKEN", "token": "VOICE_TOKEN"},
}
"""Section → setting → variable of the environment, which alone it is read from."""

Secret = Annotated[SecretStr, Field(exclude=True)]

_SECTIONS = {"retriever": "retrieval", "pages": "retrieval", "pairer": "views", "clusterer": "views"}
"""Role → the section that names its part, unless that is ``engine``."""


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class EngineConfig(_Section):
    """Names of the default parts."""

    parser: str
    classifier: str
    ranker: str
    miner: str
    generator: str


class RetrievalConfig(_Section):
    """Where evidence comes from and how much of it is weighed."""

    retriever: str
    pages: str
    index: Path
    languages: Annotated[tuple[Language, ...], Field(max_length=100)]
    depth: Annotated[int, Field(ge=1, le=100_000)]
    fast_depth: Annotated[int, Field(ge=1, le=100_000)]
    read_depth: Annotated[int, Field(ge=1, le=10_000)]
    near: Fraction
    longer_names: bool
    compounds: bool
    spellings: bool
    as_indexed: bool
    cached_mb: Annotated[int, Field(ge=0, le=1 << 20)]


class ElasticsearchConfig(_Section):
    """The cluster that is searched when ``retrieval.retriever`` or ``retrieval.pages`` is ``elasticsearch``."""

    urls: Annotated[tuple[Url, ...], Field(max_length=100)]
    cloud_id: str
    ca_certs: str
    index: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9._-]{0,199}$")]
    timeout_s: Seconds
    fallback: str
    shards: Annotated[int, Field(ge=1, le=1024)]
    replicas: Annotated[int, Field(ge=0, le=100)]
    routing: Literal["document", "sentence"]
    text_field: FieldName
    document_field: FieldName
    position_field: FieldName
    api_key: Secret = SecretStr("")
    username: Secret = SecretStr("")
    password: Secret = SecretStr("")


class SearxngConfig(_Section):
    """The SearXNG instance that is asked when ``retrieval.retriever`` or ``retrieval.pages`` is ``searxng``."""

    url: Annotated[str, Field(pattern=r"^(https?://[^\s]+)?$")]
    language: Annotated[str, Field(pattern=r"^[A-Za-z-]{2,20}$")]
    timeout_s: Seconds
    read: Annotated[int, Field(ge=1, le=50)]
    fetched: Annotated[int, Field(ge=0, le=50)]
    max_bytes: Annotated[int, Field(ge=1024, le=1 << 26)]
    private_addresses: bool
    cached_mb: Annotated[int, Field(ge=0, le=1 << 20)]
    cached_s: Seconds


class PolicyConfig(_Section):
    """What is said about what is not compared, and about what needs care; no caution where it is empty."""

    self_harm: Annotated[str, Field(min_length=1)]
    group_ranking: Annotated[str, Field(min_length=1)]
    other_language: Annotated[str, Field(min_length=1)]
    medical: str
    legal: str
    financial: str
    underage: str


class RankingConfig(_Section):
    """Parameters of the CHIIR'19 formula."""

    gamma: Fraction
    delta: Fraction


class VerdictConfig(_Section):
    """When a verdict is given and how sure it is."""

    minimum_sources: Annotated[int, Field(ge=1, le=1000)]
    minimum_asked: Annotated[int, Field(ge=1, le=1000)]
    level: Annotated[float, Field(ge=0.5, le=0.999)]
    resamples: Annotated[int, Field(ge=100, le=100_000)]
    seed: Annotated[int, Field(ge=0)]
    temperature: Annotated[float, Field(ge=0.0, le=100.0)]
    ceiling: Annotated[float, Field(gt=0.5, le=1.0)]
    maximum_objects: Annotated[int, Field(ge=2, le=10)]


class ViewsConfig(_Section):
    """How pages are set side by side and grouped."""

    pairer: str
    clusterer: str
    results: Annotated[int, Field(ge=1, le=500)]
    shortest: Annotated[int, Field(ge=0, le=10_000)]
    similarity: Fraction
    url: Fraction
    themes: Annotated[int, Field(ge=0, le=20)]
    background: Annotated[float, Field(ge=0.05, le=0.99)]
    phrases: Annotated[int, Field(ge=1, le=10)]
    seed: Annotated[int, Field(ge=0)]


class LlmConfig(_Section):
    """The language model behind ``generator = "llm"``."""

    url: Annotated[str, Field(pattern=r"^(https?://[^\s,]+)?$")]
    model: str
    timeout_s: Seconds
    retry_s: Annotated[float, Field(ge=0.0, le=3600.0)]
    max_tokens: Annotated[int, Field(ge=16, le=100_000)]
    max_bytes: Annotated[int, Field(ge=1024, le=1 << 24)]
    evidence: Annotated[int, Field(ge=1, le=100)]
    unsupported: Literal["drop", "mark"]
    fallback: str
    api_key: Secret = SecretStr("")


class CtrlConfig(_Section):
    """The CTRL model behind ``generator = "ctrl"``."""

    model: str
    prompt: Literal["question", "which-better"]
    control_code: Annotated[str, Field(pattern=r"^\S{1,50}$")]
    max_tokens: Annotated[int, Field(ge=1, le=1000)]
    temperature: Annotated[float, Field(ge=0.01, le=10.0)]
    repetition_penalty: Annotated[float, Field(ge=1.0, le=10.0)]
    seed: Annotated[int, Field(ge=0, lt=1 << 63)]
    timeout_s: Seconds


class ServiceConfig(_Section):
    """The public listener and its limits."""

    host: str
    port: Annotated[int, Field(ge=0, le=65535)]
    max_body_bytes: Annotated[int, Field(ge=1024, le=1 << 24)]
    max_question_chars: Annotated[int, Field(ge=1, le=100_000)]
    timeout_s: Seconds
    work_s: Seconds
    workers: Annotated[int, Field(ge=1, le=256)]
    queue: Annotated[int, Field(ge=1, le=100_000)]
    origins: Annotated[tuple[Origin, ...], Field(max_length=1000)]
    proxies: Annotated[int, Field(ge=0, le=10)]
    hosts: Annotated[tuple[Host, ...], Field(max_length=1000)]
    keyless: tuple[Scope, ...]
    traces: Annotated[str, Field(pattern=r"^(https?://[^\s,]+)?$")]
    database: Annotated[str, Field(pattern=r"^(sqlite://(/.+)?|postgresql://\S+)$")]
    database_password: Secret = SecretStr("")

    def address(self, port: int) -> str:
        """Return where to open a service that listens on this host and a port."""
        host = "localhost" if self.host in {"127.0.0.1", "0.0.0.0", "::", "::1"} else self.host  # noqa: S104
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class KeyConfig(_Section):
    """What the holder of an API key may do; the key itself stands nowhere."""

    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    scopes: tuple[Scope, ...]
    per_minute: Annotated[int, Field(ge=1, le=100_000)] = 60
    burst: Annotated[int, Field(ge=1, le=10_000)] = 20


class UploadsConfig(_Section):
    """The door for texts of people; it is open when it has an index, to who has a key."""

    index: str
    folder: Path
    max_mb: Annotated[int, Field(ge=1, le=10_000)]


class RasaConfig(_Section):
    """The Rasa process behind the service."""

    enabled: bool
    folder: Path
    model: Path
    timeout_s: Seconds


class MessagingConfig(_Section):
    """Limits of the doors to messengers, each on its own."""

    per_minute: Annotated[int, Field(ge=1, le=10_000)]
    burst: Annotated[int, Field(ge=1, le=1000)]
    pending: Annotated[int, Field(ge=1, le=100_000)]
    timeout_s: Seconds


class SlackConfig(_Section):
    """The door to Slack; it is open when its secrets are there."""

    api_url: Url
    bot_token: Secret = SecretStr("")
    app_token: Secret = SecretStr("")
    signing_secret: Secret = SecretStr("")


class TelegramConfig(_Section):
    """The door to Telegram; it is open when its secrets are there."""

    api_url: Url
    webhook_url: Annotated[str, Field(pattern=r"^(https?://[^\s,]+)?$")]
    bot_token: Secret = SecretStr("")
    webhook_secret: Secret = SecretStr("")


class VoiceConfig(_Section):
    """The doors to assistants that speak; each is open when its secret is there."""

    alexa_timeout_s: Annotated[float, Field(ge=0.5, le=7.0)]
    dialogflow_es_timeout_s: Annotated[float, Field(ge=0.5, le=4.5)]
    dialogflow_cx_timeout_s: Annotated[float, Field(ge=0.5, le=29.0)]
    timeout_s: Annotated[float, Field(ge=0.5, le=60.0)]
    alexa_skill_id: Secret = SecretStr("")
    dialogflow_token: Secret = SecretStr("")
    token: Secret = SecretStr("")


class Config(_Section):
    """All settings."""

    engine: EngineConfig
    retrieval: RetrievalConfig
    indices: dict[IndexName, Path]
    elasticsearch: ElasticsearchConfig
    searxng: SearxngConfig
    ranking: RankingConfig
    verdict: VerdictConfig
    policy: PolicyConfig
    views: ViewsConfig
    llm: LlmConfig
    ctrl: CtrlConfig
    service: ServiceConfig
    keys: dict[Annotated[str, Field(pattern=r"^[a-z0-9_-]{1,40}$")], KeyConfig]
    uploads: UploadsConfig
    rasa: RasaConfig
    messaging: MessagingConfig
    slack: SlackConfig
    telegram: TelegramConfig
    voice: VoiceConfig

    @property
    def parts(self) -> dict[str, str]:
        """Return role → name of the configured part."""
        retrieval, views = self.retrieval, {"pairer": self.views.pairer, "clusterer": self.views.clusterer}
        return {
            **self.engine.model_dump(),
            "retriever": retrieval.retriever,
            "pages": retrieval.pages or retrieval.retriever,
            **views,
        }

    @property
    def generators(self) -> list[str]:
        """Return the names of the generators that can work here: their model is named, its libraries are installed."""
        ctrl = self.ctrl.model
        lacking = {"llm": not self.llm.url, "ctrl": not ctrl or ("://" not in ctrl and bool(lacks("torch")))}
        return [name for name in registry.names("generator") if not lacking.get(name)]

    @property
    def index(self) -> str:
        """Return the name of the index that is searched where no other is named."""
        retriever = self.retrieval.retriever
        return {"tantivy": self.retrieval.index.name, "elasticsearch": self.elasticsearch.index}.get(
            retriever, retriever
        )

    @property
    def index_names(self) -> tuple[str, ...]:
        """Return the names of all indices that can be searched, that one first."""
        return tuple(dict.fromkeys((self.index, *self.indices)))

    @property
    def taking_texts(self) -> str:
        """Return the name of the index that takes texts of people; empty while nobody may add any."""
        may = self.service.keyless + tuple(scope for key in self.keys.values() for scope in key.scopes)
        return self.uploads.index if "upload" in may else ""

    def on(self, index: str) -> Config:
        """Return the same settings over one of ``indices``.

        Raises:
            UnknownNameError: There is no such index.
        """
        if index not in self.indices:
            raise UnknownNameError("index", index, self.index_names)
        searched = {"retriever": "tantivy", "pages": "", "index": self.indices[index]}
        return self.model_copy(update={"retrieval": self.retrieval.model_copy(update=searched)})

    def settings_of(self, role: str) -> dict[str, Any]:
        """Return what the configured ``retriever``, or search for whole ``pages``, is constructed with."""
        sections = {"elasticsearch": self.elasticsearch, "searxng": self.searxng}
        name = self.parts[role]
        if name in sections:
            return {"settings": sections[name]}
        return {"index": sample_index() if self.retrieval.index == SAMPLE else self.retrieval.index}


def load_config(
    path: Path | None = None,
    *,
    overrides: Mapping[str, Mapping[str, Any]] | None = None,
    environ: Mapping[str, str] | None = None,
) -> Config:
    """Read the settings.

    Args:
        path: The user's TOML file; by default the one ``WHICHEVER_CONFIG`` names, if any. It may hold any subset.
        overrides: Section → setting → value, strongest of all (command-line options).
        environ: The environment, ``os.environ`` by default: ``WHICHEVER_CONFIG``, ``PORT``, ``INDEX``, ``ES_URL``,
            ``WHICHEVER_DATABASE`` and the variables of secrets are read.

    Returns:
        A complete, validated configuration.

    Raises:
        ConfigError: The file cannot be read, or a setting is unknown, out of range or names a component that does not
            exist; the message names the setting.
    """
    environ = os.environ if environ is None else environ
    values: dict[str, dict[str, Any]] = tomllib.loads(DEFAULTS.read_text("utf-8"))
    values["verdict"] |= read_numbers("verdict.json")
    if path is None and environ.get("WHICHEVER_CONFIG"):
        path = Path(environ["WHICHEVER_CONFIG"])
    if path is not None:
        _merge(values, _read(path), str(path))
    _merge(values, _environment(environ), "the environment")
    _merge(values, overrides or {}, "the command line")
    _merge(values, _secrets(environ), "the environment")
    try:
        config = Config.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        got = "" if first["type"] in {"missing", "extra_forbidden"} else f", got {first['input']!r}"
        raise ConfigError(
            f"Setting {where}: {first['msg']}{got}. All settings and their ranges stand in engine/default.toml."
        ) from error
    _check_names(config)
    return config


def sample_index() -> Path:
    """Return where the index of the sample texts is: in a checkout below ``var``, else in the user's cache."""
    return resources.sample_index(Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"))


def _check_names(config: Config) -> None:
    settings = [(f"{_SECTIONS.get(role, 'engine')}.{role}", role, name) for role, name in config.parts.items()]
    settings.append(("llm.fallback", "generator", config.llm.fallback))
    for setting, role, name in settings:
        try:
            registry.check_configured(role, name)
        except (MissingComponentError, UnknownNameError) as error:
            raise ConfigError(f"Setting {setting}: {error}") from error
    if config.uploads.index not in {"", *config.indices}:
        known = ", ".join(config.indices) or "none"
        raise ConfigError(
            f"Setting uploads.index: there is no index {config.uploads.index!r} in [indices]. Known: {known}."
        )
    if config.llm.fallback in {"ctrl", "llm"}:
        raise ConfigError(
            f"Setting llm.fallback: {config.llm.fallback!r} cannot stand in for a model, it needs one. "
            "Name another generator."
        )


def _environment(environ: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    values: dict[str, dict[str, Any]] = {
        "service": {"port": environ.get("PORT"), "database": environ.get("WHICHEVER_DATABASE")},
        "retrieval": {"index": environ.get("INDEX")},
        "elasticsearch": {"urls": environ.get("ES_URL", "").split(",") if environ.get("ES_URL") else None},
    }
    return {section: {name: value for name, value in settings.items() if value} for section, settings in values.items()}


def _secrets(environ: Mapping[str, str]) -> dict[str, dict[str, str]]:
    return {
        section: {name: environ.get(variable, "").strip() for name, variable in variables.items()}
        for section, variables in SECRETS.items()
    }


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ConfigError(f"Cannot read the configuration file {str(path)!r}: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"The configuration file {str(path)!r} is not valid TOML: {error}.") from error


def _merge(values: dict[str, dict[str, Any]], changes: Mapping[str, Any], origin: str) -> None:
    for section, settings in changes.items():
        if not isinstance(settings, Mapping):
            raise ConfigError(
                f"Setting {section!r} in {origin} stands outside a section. Sections: {', '.join(values)}."
            )
        if origin != "the environment" and (found := SECRETS.get(section, {}).keys() & settings):
            name = min(found)
            raise ConfigError(
                f"Setting {section}.{name} stands in {origin}, where others may read it. "
                f"Take it out, and give it in the environment variable {SECRETS[section][name]}."
            )
        values.setdefault(section, {}).update(settings)
