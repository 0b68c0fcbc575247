"""Touché, Task 2: fits the ranking and measures what style is worth; ``service.touche`` ranks."""
