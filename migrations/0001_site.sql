-- A site: its pages, their names and their blocks.
--
-- Rows carry the generation in which they were born and, once replaced, the one in which they died. Readers see the rows of
-- the published generation alone. A row that is staged for the next generation is not in block_search yet: that index has no
-- generations, so it changes in the transaction that publishes, and ranking never sees two generations at once.

CREATE TABLE IF NOT EXISTS site (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS page (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  folded_title TEXT NOT NULL,
  description TEXT,
  section TEXT NOT NULL,
  position INTEGER NOT NULL,
  digest TEXT NOT NULL,
  updated TEXT,
  outline TEXT NOT NULL,
  born INTEGER NOT NULL,
  died INTEGER
);
CREATE INDEX IF NOT EXISTS page_by_id ON page (id);

-- What a page may be asked for by: folded, the best kind of name first.
CREATE TABLE IF NOT EXISTS page_name (
  folded TEXT NOT NULL,
  grade INTEGER NOT NULL,
  page INTEGER NOT NULL,
  PRIMARY KEY (folded, grade, page)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS page_name_by_page ON page_name (page);

CREATE TABLE IF NOT EXISTS block (
  key INTEGER PRIMARY KEY,
  page INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  anchor TEXT,
  part INTEGER NOT NULL,
  level INTEGER,
  heading TEXT,
  text TEXT NOT NULL,
  plain TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS block_by_page ON block (page, ordinal);

CREATE VIRTUAL TABLE IF NOT EXISTS block_search USING fts5 (
  title, heading, body,
  content = '', contentless_delete = 1,
  tokenize = 'porter unicode61 remove_diacritics 2'
);
