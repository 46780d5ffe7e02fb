"""A table on an MQTT broker: how it stands and what happens at it, for a club or a smart home to hear.

MQTT is publish and subscribe: messages go by topic, the broker keeps the last retained one of each for whoever comes
later, and says a client's last will when its line breaks (MQTT 5, OASIS 2019). `topics` names a table's own,
`statements` words its events. `herald` is a thread that reads the newest statement where phones do and the journal's
events by number, and publishes both with QoS 1; `receipts` keeps on disk what the broker has acknowledged.
`discovery` describes the table to Home Assistant, `orders` obeys the little that it may ask, `settings` is `[mqtt]`.

    session -> journal -> archive -> herald -> hardware.broker -> broker -> club, Home Assistant
          '-> live page ----------'      '<- orders <-----------------'

The frame loop hands nothing over and waits for nothing. An event goes out at least once and in order; its number, which
rises within its game, tells a repeated one.
"""
