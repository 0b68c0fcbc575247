"""The public listener: routes, middleware, sockets, and the endpoints for Rasa."""
