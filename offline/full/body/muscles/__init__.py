"""Muscles of a full body: cables that pull and chambers that press."""
