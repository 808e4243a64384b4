"""Articles of the demo data, read from data/articles.md.

`# ` begins an article, `## ` a section, `> ` gives its subtitle; every other block is a paragraph, in HTML. A tilde
before any of them means that it is not published yet.
"""

from sqlalchemy import Connection

from sandbox.datafiles import DATA
from sandbox.seed.bulk import Row, Rows, write_all
from sandbox.tables import articles, paragraphs, sections


def fill(connection: Connection) -> None:
    """Write the articles with their sections and paragraphs."""
    pages, parts, texts = read((DATA / "articles.md").read_text(encoding="utf-8"))
    write_all(connection, {articles: pages, sections: parts, paragraphs: texts})


def read(source: str) -> tuple[Rows, Rows, Rows]:
    """The rows of the three tables; positions are counted from 1 inside what they belong to."""
    pages: Rows = []
    parts: Rows = []
    texts: Rows = []
    for line in filter(None, map(str.strip, source.splitlines())):
        status, text = (0, line[1:]) if line.startswith("~") else (1, line)
        if text.startswith("# "):
            pages.append({"id": len(pages) + 1, "title": text[2:], "status": status})
        elif text.startswith("## "):
            parts.append(_below("article_id", pages, parts, status) | {"title": text[3:], "sub_title": None})
        elif text.startswith("> "):
            parts[-1]["sub_title"] = text[2:]
        else:
            texts.append(_below("section_id", parts, texts, status) | {"text": text})
    return pages, parts, texts


def _below(owner: str, owners: Rows, siblings: Rows, status: int) -> Row:
    """A line of the last owner, after its siblings."""
    owner_id = owners[-1]["id"]
    position = 1 + sum(row[owner] == owner_id for row in siblings)
    return {"id": len(siblings) + 1, owner: owner_id, "position": position, "status": status}
