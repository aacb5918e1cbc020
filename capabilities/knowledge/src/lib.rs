//! How a folder of Markdown becomes pages, blocks, links and search rows.
