# What CI runs, and what a person runs before a commit.
BIN = .venv/bin

.PHONY: check style types borders tests covered format demo bench clean

check: style types borders tests covered

.venv/ready: pyproject.toml
	python3 -m venv .venv
	$(BIN)/pip install --editable '.[test]'
	touch $@

style: .venv/ready
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: .venv/ready
	$(BIN)/mypy

borders: .venv/ready
	$(BIN)/lint-imports

tests: .venv/ready
	$(BIN)/python -m pytest --quiet --cov --cov-report=

covered: .venv/ready
	$(BIN)/coverage report --fail-under=100 --include='companion/games/*,companion/referee/*,companion/views/*'

format: .venv/ready
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: .venv/ready
	$(BIN)/python tests/benchmarks/random_games.py $(GAMES)

demo: .venv/ready
	$(BIN)/companion demo

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .coverage
