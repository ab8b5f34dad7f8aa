"""Muscles of a full body: cables that pull and chambers that press; what they do and what is built of a scene."""
