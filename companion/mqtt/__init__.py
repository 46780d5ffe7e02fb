"""A table on an MQTT broker: how it stands and what happens at it, for a club or a smart home to hear."""
