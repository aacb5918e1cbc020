// How does a test show what it measured?
//
// Lines that begin with `| ` are shown by `cargo xtask test`, whatever became of the test.

/** Prints rows under their heads, in columns. */
export function table(heads, rows) {
  const all = [heads, ...rows].map((row) => row.map(String));
  const widths = heads.map((_, column) => Math.max(...all.map((row) => row[column].length)));
  for (const row of all) {
    console.log(`| ${row.map((cell, column) => cell.padEnd(widths[column])).join(" | ")} |`);
  }
}
