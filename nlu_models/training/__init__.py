"""Learns the weights in ``nlu_models/trained``; needs the extra ``train``, serving does not."""
