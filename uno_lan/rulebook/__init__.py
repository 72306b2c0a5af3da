"""The rule book: what is played by these rules, in words, made from the edition's data and the house rules.

    book = rule_book(Ruleset.make("mario-kart", stack_d2=True))
    print(as_text(book, width=80))

A floor of its own above the engine, for the engine has no text for people: rules in, words out. The command
line prints the book, the screens show it. A statement that reads otherwise
than the published rules because of a house rule names that rule (`Statement.because`).
"""

from .book import Block, Book, Section, Statement, Table, as_plain
from .render import as_text
from .writer import rule_book
from .written import describe

__all__ = ["Block", "Book", "Section", "Statement", "Table", "as_plain", "as_text", "describe", "rule_book"]
