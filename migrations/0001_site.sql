-- A site: its pages, their names and their blocks, and how the pages lead to each other.
--
-- Rows carry the generation in which they were born and, once replaced, the one in which they died. Readers see the rows of
-- the published generation alone. A row that is staged for the next generation is not in block_search yet: that index has no
-- generations, so it changes in the transaction that publishes, and ranking never sees two generations at once.

CREATE TABLE IF NOT EXISTS site (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

-- An id keeps its node while pages of that id come and go, so that links outlive the version of a page.
CREATE TABLE IF NOT EXISTS node (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE
);

CREATE TABLE IF NOT EXISTS page (
  key INTEGER PRIMARY KEY,
  node INTEGER NOT NULL,
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
  -- Of the links that stand on the page: read by builds alone, which leave alone what did not change.
  links_digest TEXT NOT NULL,
  born INTEGER NOT NULL,
  died INTEGER
);
CREATE INDEX IF NOT EXISTS page_by_id ON page (id);
CREATE INDEX IF NOT EXISTS page_by_node ON page (node);

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
  -- Of the elements in it, a line each: name, first byte, bytes, parted by tabs; a line break before the first, too.
  anchors TEXT,
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

-- One way from one page to another, as the published generation has it; kinds are 0 link, 1 mention, 2 source, 3 embed.
CREATE TABLE IF NOT EXISTS edge (
  key INTEGER PRIMARY KEY,
  from_node INTEGER NOT NULL,
  to_node INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  anchor TEXT NOT NULL,
  context TEXT NOT NULL,
  born INTEGER NOT NULL,
  died INTEGER
);
CREATE INDEX IF NOT EXISTS edge_by_from ON edge (from_node, to_node, kind);
CREATE INDEX IF NOT EXISTS edge_by_to ON edge (to_node, kind);

-- The whole graph again in a few rows, without its words: a walk reads these once and asks for each page no more. Each row
-- holds the nodes of one stretch of keys, as JSON: [[key, id, [to of each kind]], ...]; a node may go on in the next row.
CREATE TABLE IF NOT EXISTS graph_part (
  key INTEGER PRIMARY KEY,
  stretch INTEGER NOT NULL,
  part INTEGER NOT NULL,
  packed TEXT NOT NULL,
  born INTEGER NOT NULL,
  died INTEGER
);
