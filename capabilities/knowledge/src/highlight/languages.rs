//! Which words, quotes and remarks has each language?

/// How a language is gone over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Words,
    Markup,
    Diff,
    Console,
    Markdown,
}

/// A language as the scanner sees it.
pub(super) struct Language {
    /// What it is called, in lower case.
    pub(super) names: &'static [&'static str],
    pub(super) way: Way,
    /// What begins a remark that the line ends.
    pub(super) line_comments: &'static [&'static str],
    /// What begins and ends a longer one.
    pub(super) block_comment: Option<(&'static str, &'static str)>,
    pub(super) quotes: &'static [Quote],
    pub(super) keywords: &'static [&'static str],
    /// Types and constants that are part of the language.
    pub(super) types: &'static [&'static str],
    pub(super) habits: &'static [Habit],
}

/// What begins and ends a text.
pub(super) struct Quote {
    pub(super) mark: &'static str,
    /// Whether `\` takes the next character with it.
    pub(super) escapes: bool,
    /// Whether it may hold line ends.
    pub(super) is_long: bool,
}

/// What else a language does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Habit {
    /// A name that begins with a capital is a type.
    CapitalType,
    /// A name before `(` is called.
    Call,
    /// Remarks within remarks.
    Nested,
    /// Lifetimes, raw texts, macros and attributes as in Rust.
    Rust,
    /// `#` begins a line for the preprocessor.
    Preprocessor,
    /// `@name` says something about what follows.
    At,
    /// `$name` is a variable.
    Dollar,
    /// The first word of a line before `:` or `=` is a key; `[…]` alone on a line too.
    Key,
    /// A text before `:` is a key.
    QuotedKey,
    /// Capitals do not matter in keywords.
    AnyCase,
    /// `-` may stand in a name.
    Dash,
    /// A name before `:` is a property.
    Property,
}

use Habit::{
    AnyCase, At, Call, CapitalType, Dash, Dollar, Key, Nested, Preprocessor, Property, QuotedKey,
    Rust,
};

const fn quote(mark: &'static str) -> Quote {
    Quote { mark, escapes: true, is_long: false }
}

const fn long(mark: &'static str) -> Quote {
    Quote { mark, escapes: true, is_long: true }
}

const fn plain(mark: &'static str) -> Quote {
    Quote { mark, escapes: false, is_long: true }
}

const BOTH: &[Quote] = &[quote("\""), quote("'")];
const SHELL: &[Quote] = &[long("\""), plain("'")];
const SLASHES: &[&str] = &["//"];
const STARS: Option<(&str, &str)> = Some(("/*", "*/"));

const BASE: Language = Language {
    names: &[],
    way: Way::Words,
    line_comments: &[],
    block_comment: None,
    quotes: BOTH,
    keywords: &[],
    types: &[],
    habits: &[],
};

const fn other(names: &'static [&'static str], way: Way) -> Language {
    Language { names, way, ..BASE }
}

#[rustfmt::skip] // One word a line would be eight hundred lines.
pub(super) static LANGUAGES: &[Language] = &[
    Language {
        names: &["rust", "rs"],
        line_comments: SLASHES,
        block_comment: STARS,
        quotes: &[long("\"")],
        keywords: &[
            "abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
            "crate", "do", "dyn", "else", "enum", "extern", "final", "fn", "for", "gen", "if",
            "impl", "in", "let", "loop", "macro", "macro_rules", "match", "mod", "move", "mut",
            "override", "priv", "pub", "raw", "ref", "return", "self", "static", "struct",
            "super", "trait", "try", "type", "typeof", "union", "unsafe", "unsized", "use",
            "virtual", "where", "while", "yield",
        ],
        types: &[
            "Self", "bool", "char", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize",
            "str", "u128", "u16", "u32", "u64", "u8", "usize",
        ],
        habits: &[CapitalType, Call, Nested, Rust],
        ..BASE
    },
    Language {
        names: &["toml", "ini", "conf", "cfg", "properties", "editorconfig"],
        line_comments: &["#", ";"],
        quotes: &[long("\"\"\""), plain("'''"), quote("\""), quote("'")],
        habits: &[Key],
        ..BASE
    },
    Language {
        names: &["yaml", "yml"],
        line_comments: &["#"],
        quotes: SHELL,
        habits: &[Key, Dash],
        ..BASE
    },
    Language {
        names: &["json", "jsonc", "json5", "jsonl"],
        line_comments: SLASHES,
        block_comment: STARS,
        habits: &[QuotedKey],
        ..BASE
    },
    Language {
        names: &["js", "javascript", "mjs", "cjs", "jsx", "ts", "typescript", "tsx", "node"],
        line_comments: SLASHES,
        block_comment: STARS,
        quotes: &[quote("\""), quote("'"), long("`")],
        keywords: &[
            "abstract", "as", "async", "await", "break", "case", "catch", "class", "const",
            "continue", "debugger", "declare", "default", "delete", "do", "else", "enum",
            "export", "extends", "finally", "for", "from", "function", "get", "if", "implements",
            "import", "in", "instanceof", "interface", "keyof", "let", "namespace", "new", "of",
            "private", "protected", "public", "readonly", "return", "satisfies", "set", "static",
            "super", "switch", "this", "throw", "try", "type", "typeof", "var", "void", "while",
            "with", "yield",
        ],
        types: &[
            "any", "bigint", "boolean", "never", "number", "object", "string", "symbol", "unknown",
        ],
        habits: &[CapitalType, Call, At, Dollar],
        ..BASE
    },
    Language {
        names: &["css", "scss", "less"],
        line_comments: SLASHES,
        block_comment: STARS,
        keywords: &["important"],
        habits: &[At, Call, Dash, Dollar, Property],
        ..BASE
    },
    Language {
        names: &["bash", "sh", "zsh", "shell", "fish", "dockerfile", "docker", "make", "makefile"],
        line_comments: &["#"],
        quotes: SHELL,
        keywords: &[
            "ADD", "ARG", "CMD", "COPY", "ENTRYPOINT", "ENV", "EXPOSE", "FROM", "LABEL", "RUN",
            "USER", "VOLUME", "WORKDIR", "alias", "break", "case", "cd", "continue", "do", "done",
            "echo", "elif", "else", "esac", "eval", "exec", "exit", "export", "fi", "for",
            "function", "if", "in", "local", "read", "readonly", "return", "set", "shift",
            "source", "then", "trap", "unset", "until", "while",
        ],
        habits: &[Dash, Dollar],
        ..BASE
    },
    Language {
        names: &["powershell", "ps1", "pwsh", "cmd", "bat", "batch"],
        line_comments: &["#", "REM ", "::"],
        block_comment: Some(("<#", "#>")),
        quotes: &[Quote { mark: "\"", escapes: false, is_long: true }, plain("'")],
        keywords: &[
            "begin", "break", "catch", "cd", "continue", "do", "echo", "else", "elseif", "end",
            "exit", "finally", "for", "foreach", "function", "if", "in", "mkdir", "param",
            "process", "return", "set", "switch", "throw", "try", "until", "while",
        ],
        habits: &[AnyCase, Dash, Dollar],
        ..BASE
    },
    Language {
        names: &["python", "py", "python3", "pyi"],
        line_comments: &["#"],
        quotes: &[long("\"\"\""), long("'''"), quote("\""), quote("'")],
        keywords: &[
            "and", "as", "assert", "async", "await", "break", "case", "class", "continue", "def",
            "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
            "in", "is", "lambda", "match", "nonlocal", "not", "or", "pass", "raise", "return",
            "self", "try", "type", "while", "with", "yield",
        ],
        types: &[
            "bool", "bytes", "dict", "float", "frozenset", "int", "list", "object", "set", "str",
            "tuple",
        ],
        habits: &[CapitalType, Call, At],
        ..BASE
    },
    Language {
        names: &["go", "golang"],
        line_comments: SLASHES,
        block_comment: STARS,
        quotes: &[quote("\""), quote("'"), plain("`")],
        keywords: &[
            "break", "case", "chan", "const", "continue", "default", "defer", "else",
            "fallthrough", "for", "func", "go", "goto", "if", "import", "interface", "map",
            "package", "range", "return", "select", "struct", "switch", "type", "var",
        ],
        types: &[
            "any", "bool", "byte", "complex128", "complex64", "error", "float32", "float64",
            "int", "int16", "int32", "int64", "int8", "rune", "string", "uint", "uint16",
            "uint32", "uint64", "uint8", "uintptr",
        ],
        habits: &[CapitalType, Call],
        ..BASE
    },
    Language {
        names: &["c", "h", "cpp", "c++", "cc", "cxx", "hpp", "objc", "glsl", "wgsl", "cuda"],
        line_comments: SLASHES,
        block_comment: STARS,
        keywords: &[
            "alignas", "alignof", "auto", "break", "case", "catch", "class", "co_await",
            "co_return", "concept", "const", "constexpr", "continue", "default", "delete", "do",
            "else", "enum", "explicit", "export", "extern", "final", "for", "friend", "goto",
            "if", "inline", "mutable", "namespace", "new", "noexcept", "operator", "override",
            "private", "protected", "public", "register", "requires", "restrict", "return",
            "sizeof", "static", "static_assert", "struct", "switch", "template", "this", "throw",
            "try", "typedef", "typename", "union", "using", "virtual", "volatile", "while",
        ],
        types: &[
            "bool", "char", "double", "float", "int", "int16_t", "int32_t", "int64_t", "int8_t",
            "long", "ptrdiff_t", "short", "signed", "size_t", "ssize_t", "uint16_t", "uint32_t",
            "uint64_t", "uint8_t", "unsigned", "void", "wchar_t",
        ],
        habits: &[CapitalType, Call, Preprocessor],
        ..BASE
    },
    Language {
        names: &[
            "java", "kotlin", "kt", "kts", "scala", "csharp", "c#", "cs", "swift", "dart",
            "groovy", "zig", "php", "proto", "protobuf", "graphql",
        ],
        line_comments: SLASHES,
        block_comment: STARS,
        quotes: &[long("\"\"\""), quote("\""), quote("'")],
        keywords: &[
            "abstract", "actor", "as", "async", "await", "break", "case", "catch", "class",
            "comptime", "const", "continue", "data", "def", "default", "defer", "do", "echo",
            "else", "enum", "export", "extends", "extension", "final", "finally", "fn", "for",
            "foreach", "fun", "func", "function", "get", "guard", "if", "implements", "import",
            "in", "init", "inline", "instanceof", "interface", "internal", "is", "let", "match",
            "message", "mutating", "namespace", "new", "object", "open", "out", "override",
            "package", "private", "protected", "protocol", "pub", "public", "readonly", "record",
            "ref", "repeated", "return", "sealed", "self", "service", "set", "static", "struct",
            "super", "switch", "synchronized", "test", "this", "throw", "throws", "trait", "try",
            "type", "union", "use", "using", "val", "var", "virtual", "when", "where", "while",
            "with", "yield",
        ],
        types: &[
            "bool", "boolean", "byte", "char", "decimal", "double", "float", "int", "long",
            "short", "string", "void",
        ],
        habits: &[CapitalType, Call, At, Dollar],
        ..BASE
    },
    Language {
        names: &["ruby", "rb", "elixir", "ex", "exs", "perl", "pl", "r", "julia", "nix"],
        line_comments: &["#"],
        quotes: &[long("\"\"\""), long("\""), long("'")],
        keywords: &[
            "and", "begin", "break", "case", "class", "def", "defmodule", "defp", "do", "else",
            "elsif", "end", "ensure", "fn", "for", "function", "if", "import", "in", "inherit",
            "let", "module", "my", "next", "not", "or", "rec", "redo", "require", "rescue",
            "retry", "return", "self", "sub", "super", "then", "undef", "unless", "until", "use",
            "using", "when", "while", "with", "yield",
        ],
        habits: &[CapitalType, Call, At, Dollar],
        ..BASE
    },
    Language {
        names: &["lua", "sql", "sqlite", "postgres", "postgresql", "mysql", "haskell", "hs"],
        line_comments: &["--"],
        block_comment: STARS,
        quotes: &[quote("\""), plain("'")],
        keywords: &[
            "add", "alter", "and", "as", "asc", "begin", "between", "by", "case", "check",
            "class", "column", "commit", "conflict", "constraint", "create", "cross", "default",
            "delete", "desc", "distinct", "do", "drop", "else", "elseif", "end", "exists",
            "explain", "for", "foreign", "from", "full", "function", "group", "having", "if",
            "import", "in", "index", "inner", "insert", "instance", "into", "is", "join", "key",
            "left", "let", "like", "limit", "local", "match", "module", "not", "nothing",
            "offset", "on", "or", "order", "outer", "over", "partition", "pragma", "primary",
            "references", "repeat", "replace", "return", "returning", "right", "rollback",
            "select", "set", "strict", "table", "temp", "then", "transaction", "trigger", "type",
            "union", "unique", "until", "update", "using", "values", "view", "virtual", "when",
            "where", "while", "with", "without",
        ],
        types: &[
            "bigint", "blob", "boolean", "date", "integer", "int", "json", "numeric", "real",
            "text", "timestamp", "varchar",
        ],
        habits: &[AnyCase, Call],
        ..BASE
    },
    other(
        &["html", "xml", "svg", "xhtml", "vue", "svelte", "hbs", "handlebars", "jinja"],
        Way::Markup,
    ),
    other(&["diff", "patch"], Way::Diff),
    other(
        &["console", "shell-session", "shellsession", "terminal", "session", "sh-session"],
        Way::Console,
    ),
    other(&["markdown", "md", "mdx"], Way::Markdown),
];
