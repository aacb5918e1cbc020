// Runs a file of SQL on a SQLite database in one transaction, while others may have it open.
import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

const [file, script] = process.argv.slice(2);
const database = new DatabaseSync(file);
database.exec("PRAGMA busy_timeout = 10000; BEGIN IMMEDIATE");
try {
  database.exec(readFileSync(script, "utf8"));
  database.exec("COMMIT");
} catch (error) {
  console.error(`${script}: ${error.message}`);
  process.exitCode = 1;
} finally {
  database.close();
}
