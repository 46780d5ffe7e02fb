"""Everything that touches a wire, each real device beside its fake."""
