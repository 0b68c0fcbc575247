"""The index in an Elasticsearch cluster."""
