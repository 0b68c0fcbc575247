"""What the service counts, for Prometheus, in a registry of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import SummaryMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector

from engine.model_use import USED
from engine.types import Comparison

CONTENT_TYPE = CONTENT_TYPE_LATEST

BUCKETS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Metrics:
    """Counters, histograms and gauges of one service."""

    def __init__(self, now: Mapping[str, tuple[str, Callable[[], float]]]) -> None:
        """Make the metrics.

        Args:
            now: Name → what it says, and what says how it is when it is asked for.
        """
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        registry.register(_Models())
        self._requests = Counter(
            "whichever_requests", "Requests answered.", ("method", "route", "status"), registry=registry
        )
        self._seconds = Histogram(
            "whichever_request_seconds", "Time to answer a request.", ("route",), buckets=BUCKETS_S, registry=registry
        )
        self._stages = Histogram(
            "whichever_stage_seconds",
            "Time per stage of a new comparison.",
            ("stage",),
            buckets=BUCKETS_S,
            registry=registry,
        )
        self._turns = Counter("whichever_chat_turns", "Turns of conversations.", ("outcome",), registry=registry)
        self._turn_seconds = Histogram(
            "whichever_chat_turn_seconds", "Time to answer a turn.", buckets=BUCKETS_S, registry=registry
        )
        self.sockets = Gauge("whichever_chat_sockets", "Open WebSockets.", registry=registry)
        for name, (says, value) in now.items():
            Gauge(f"whichever_{name}", says, registry=registry).set_function(value)

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request."""
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def compared(self, comparison: Comparison) -> None:
        """Note how long the stages of a new comparison took."""
        for stage, seconds in comparison.timings_s.items():
            self._stages.labels(stage).observe(seconds)

    def turn(self, outcome: str, seconds: float) -> None:
        """Count a turn of a conversation; the outcome is ``answered``, ``degraded`` or ``refused``."""
        self._turns.labels(outcome).inc()
        self._turn_seconds.observe(seconds)

    def render(self) -> bytes:
        """Return everything in Prometheus's text format."""
        return generate_latest(self._registry)


class _Models(Collector):
    """What each model of this process was asked."""

    def collect(self) -> Iterator[SummaryMetricFamily]:
        """Yield runs and seconds of each."""
        used = SummaryMetricFamily("whichever_model_seconds", "Time of the runs of a model.", labels=["model"])
        for model, (runs, seconds) in [*USED.items()]:
            used.add_metric([model], runs, seconds)
        yield used
