import type Sqlite from 'better-sqlite3';

/** What SQLite was asked lately. Nobody else writes to its file, so that it is still so until this process writes. */
export interface RecentRows {
  /** The rows of a query that writes nothing, and that is asked outside of any transaction. */
  of(statement: Sqlite.Statement, parameters: readonly unknown[]): readonly unknown[];
  /** To be called before anything is written. */
  forget(): void;
}

/** So many results are kept at most, each of at most so many rows and characters: some 4 MB. */
const RESULTS_MAX = 1_000;
const ROWS_MAX = 10;
const CHARACTERS_MAX = 4_000;

export function createRecentRows(): RecentRows {
  const known = new Map<Sqlite.Statement, Map<string, readonly unknown[]>>();
  let kept = 0;

  function forget(): void {
    if (kept === 0) return;
    known.clear();
    kept = 0;
  }

  function keep(statement: Sqlite.Statement, asked: string, rows: readonly unknown[]): void {
    if (!isSmall(rows)) return;
    if (kept >= RESULTS_MAX) forget();
    const results = known.get(statement) ?? new Map<string, readonly unknown[]>();
    known.set(statement, results.set(asked, rows));
    kept += 1;
  }

  return {
    of(statement, parameters) {
      const asked = JSON.stringify(parameters);
      const found = known.get(statement)?.get(asked);
      if (found !== undefined) return found;
      const rows = statement.all(...parameters);
      keep(statement, asked, rows);
      return rows;
    },
    forget,
  };
}

function isSmall(rows: readonly unknown[]): boolean {
  if (rows.length > ROWS_MAX) return false;
  let characters = 0;
  for (const row of rows) for (const value of Object.values(Object(row))) characters += String(value).length;
  return characters <= CHARACTERS_MAX;
}
