"""Everything that happens while you play: rules, referee, vision, what people are shown."""
