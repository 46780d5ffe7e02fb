"""Club night: many tables over one broker; an evening's plan, its own journal, and one page for all."""
