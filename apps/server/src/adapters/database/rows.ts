import { permissionSchema, type Permission } from "@callpanel/contract";
import { sql, type Expression, type Kysely } from "kysely";
import * as z from "zod/mini";
import type { Tables } from "./schema.ts";

interface PermissionRow {
  readonly module: string;
  readonly rule: string;
  readonly target: string;
}

/** Joins rows of the same module and rule into one permission, in an order of their own: PostgreSQL has none. An empty target means that it applies to everything. */
export function permissionsOf(rows: readonly PermissionRow[]): readonly Permission[] {
  const byRule = new Map<string, { module: string; rule: string; targets: string[] | undefined }>();
  for (const { module, rule, target } of rows.toSorted(byText)) {
    const key = `${module}:${rule}`;
    const before = byRule.get(key);
    if (target === "") byRule.set(key, { module, rule, targets: undefined });
    else if (before === undefined) byRule.set(key, { module, rule, targets: [target] });
    else before.targets?.push(target);
  }
  return [...byRule.values()].flatMap(({ targets, ...rule }) => {
    // A module or rule that this version does not know grants nothing.
    const parsed = z.safeParse(permissionSchema, targets === undefined ? rule : { ...rule, targets });
    return parsed.success ? [parsed.data] : [];
  });
}

const byText = (one: PermissionRow, other: PermissionRow): number => {
  const [a, b] = [one, other].map(({ module, rule, target }) => `${module} ${rule} ${target}`);
  return a === b ? 0 : (a ?? "") < (b ?? "") ? -1 : 1;
};

/** `column` contains `text`, taken literally. */
export function contains(column: Expression<string | null>, text: string) {
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`${column} like ${pattern} escape '\\'`;
}

/** `column` begins with `text`, taken literally. */
export function beginsWith(column: Expression<string | null>, text: string) {
  const pattern = `${text.replace(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`${column} like ${pattern} escape '\\'`;
}

/** A number begins with these digits, with or without its country code. */
export function beginsAtDigits(number: Expression<string>, digits: string) {
  const starts = [digits, `+${digits}`, `+1${digits}`, `+61${digits}`];
  return sql<boolean>`(${sql.join(
    starts.map((start) => sql`${number} like ${`${start}%`}`),
    sql` or `,
  )})`;
}

/** Changes nothing, but locks the user's row until the transaction ends: changes of one user's data wait for each other. */
export async function holdUser(db: Kysely<Tables>, userId: number): Promise<void> {
  await db
    .updateTable("users")
    .set((eb) => ({ id: eb.ref("id") }))
    .where("id", "=", userId)
    .execute();
}

/** The same for a company's data. */
export async function holdRealm(db: Kysely<Tables>, realmId: number): Promise<void> {
  await db
    .updateTable("realms")
    .set((eb) => ({ id: eb.ref("id") }))
    .where("id", "=", realmId)
    .execute();
}

/** Rows of the same key, in their order. */
export function groupBy<T>(rows: readonly T[], keyOf: (row: T) => number): ReadonlyMap<number, readonly T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
}
