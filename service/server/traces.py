"""Traces by OpenTelemetry, off by default: a span for each request, and for each stage of the comparisons it makes.

A span holds the route, the status and the request's id, and nothing that anybody said.
"""

from __future__ import annotations

import asyncio
import time
from http import HTTPStatus

from aiohttp import web
from aiohttp.typedefs import Middleware

from engine import __version__
from engine.extras import needed_for
from engine.types import Comparison
from service.server.middleware import REQUEST_ID, address_of
from service.server.openapi import Handler

EXPORT_S = 2.0
"""How long what takes the traces may take, and how often it is sent them."""


class Traces:
    """Sends spans to a collector, over OTLP and HTTP."""

    def __init__(self, url: str) -> None:
        """Begin.

        Args:
            url: Of the collector, such as ``http://127.0.0.1:4318``.

        Raises:
            MissingComponentError: OpenTelemetry is not installed.
        """
        with needed_for("Tracing"):
            from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
            from opentelemetry.sdk.resources import Resource
            from opentelemetry.sdk.trace import TracerProvider
            from opentelemetry.sdk.trace.export import BatchSpanProcessor

        about = Resource.create({"service.name": "whichever", "service.version": __version__})
        exporter = OTLPSpanExporter(endpoint=f"{url.rstrip('/')}/v1/traces", timeout=EXPORT_S)
        self._provider = TracerProvider(resource=about, shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(exporter, schedule_delay_millis=1000 * EXPORT_S))
        self._tracer = self._provider.get_tracer("whichever")

    def install(self, app: web.Application) -> None:
        """Trace the requests of an application, around all its other middlewares, until it is cleaned up."""
        app.middlewares.insert(0, self._traced())
        app.on_cleanup.append(self._close)

    def compared(self, comparison: Comparison) -> None:
        """Trace the stages of a new comparison, which has just been made in this thread."""
        from opentelemetry.trace import set_span_in_context

        stages = {stage: round(1e9 * seconds) for stage, seconds in comparison.timings_s.items() if stage != "total"}
        end = time.time_ns()
        begun = end - sum(stages.values())
        whole = self._tracer.start_span("compare", start_time=begun)
        for stage, took in stages.items():
            span = self._tracer.start_span(stage, set_span_in_context(whole), start_time=begun)
            begun += took
            span.end(begun)
        whole.end(end)

    def _traced(self) -> Middleware:
        from opentelemetry.trace import SpanKind, StatusCode
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        caller = TraceContextTextMapPropagator()

        @web.middleware
        async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
            method, route = address_of(request)
            parent = caller.extract(request.headers)
            with self._tracer.start_as_current_span(f"{method} {route}", parent, kind=SpanKind.SERVER) as span:
                response = await handler(request)
                span.set_attributes({"http.route": route, "http.response.status_code": response.status})
                span.set_attribute("whichever.request_id", request[REQUEST_ID])
                if response.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                    span.set_status(StatusCode.ERROR)
                return response

        return middleware

    async def _close(self, _: web.Application) -> None:
        await asyncio.to_thread(self._provider.shutdown)
