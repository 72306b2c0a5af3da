"""Tests over a real network of several hosts, made of network namespaces."""
