"""The rule book: what is played by these rules, in words, made from the edition's data and the house rules.

    book = rule_book(Ruleset.make("mario-kart", stack_d2=True))
    print(as_text(book, width=80))

Pure: rules in, words out. The command line prints it, the screens show it. A statement that reads otherwise
than the published rules because of a house rule names that rule (`Statement.because`).
"""

from .book import Block, Book, Section, Statement, Table, as_plain
from .render import as_text
from .writer import rule_book

__all__ = ["Block", "Book", "Section", "Statement", "Table", "as_plain", "as_text", "rule_book"]
