//! Is a call over HTTP read, answered and refused as the documents say?
