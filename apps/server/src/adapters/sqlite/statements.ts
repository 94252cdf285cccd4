import type Database from "libsql";

/** A statement, and whether it answers with rows. */
export interface Prepared {
  readonly statement: Database.Statement;
  readonly isReader: boolean;
}

/** Prepared statements of one connection, kept by their text: preparing one takes longer than most queries run. */
export interface Statements {
  /** A kept statement, or a new one. It is the taker's alone until it is given back. */
  take(sql: string): Prepared;
  /** Keeps a statement that ended without an error. */
  giveBack(sql: string, prepared: Prepared): void;
}

/** Above this, the statement that was used longest ago is dropped: lists of values of any length make many texts. */
export const KEPT_STATEMENTS = 500;

/** All others are run once, as migrations are, or do their work while they are prepared, as some pragmas do. */
const IS_KEPT = /^\s*(select|insert|update|delete|with|begin|rollback)\b/i;

export function createStatements(file: Pick<Database.Database, "prepare">): Statements {
  const kept = new Map<string, Prepared>();
  return {
    take: (sql) => {
      const known = kept.get(sql);
      if (known !== undefined) {
        kept.delete(sql);
        return known;
      }
      const statement = file.prepare(sql);
      return { statement, isReader: statement.reader };
    },
    giveBack: (sql, prepared) => {
      if (!IS_KEPT.test(sql)) return;
      kept.set(sql, prepared);
      const [oldest] = kept.keys();
      if (kept.size > KEPT_STATEMENTS && oldest !== undefined) kept.delete(oldest);
    },
  };
}
