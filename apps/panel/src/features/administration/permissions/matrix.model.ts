import {
  ADMINISTRATION_AREAS,
  mayGive,
  mergePermissions,
  RIGHT_GROUPS,
  rightNamed,
  rulesOf,
} from "@callpanel/contract";
import type { Permission, PermissionModule, RightGroup, Rights } from "@callpanel/contract";

/** A right of the matrix: `voicemails:read_for`. It is also the name of its field. */
export type RightId = `${PermissionModule}:${string}`;
export const rightId = (module: PermissionModule, rule: string): RightId => `${module}:${rule}`;

/** False: not granted; true: for everything; texts: for these targets. */
export type RightValue = boolean | readonly string[];

/** A field for each right, so that changes of two people are merged right by right (PAGES-6). */
export type RightValues = Readonly<Record<RightId, RightValue>>;

/** The columns of the matrix; `more` has the other rules of a module. */
export const COLUMNS = ["see", "change", "seeFor", "listFor", "changeFor"] as const;
export type Column = (typeof COLUMNS)[number];

const ACCESS: Readonly<Record<string, Column>> = {
  read: "see",
  write: "change",
  read_for: "seeFor",
  list_for: "listFor",
  write_for: "changeFor",
};

export interface MatrixRow {
  readonly id: string;
  readonly module: PermissionModule;
  /** An area of administration has a row of its own; null: the row is a module. */
  readonly area: string | null;
  readonly cells: Readonly<Partial<Record<Column, RightId>>>;
  readonly more: readonly RightId[];
}

function moduleRow(module: PermissionModule): MatrixRow {
  const cells: Partial<Record<Column, RightId>> = {};
  const more: RightId[] = [];
  for (const rule of rulesOf(module)) {
    const column = ACCESS[rule];
    if (column === undefined) more.push(rightId(module, rule));
    else cells[column] = rightId(module, rule);
  }
  return { id: module, module, area: null, cells, more };
}

function areaRow(area: string): MatrixRow {
  const rules = new Set(rulesOf("administration"));
  const cells: Partial<Record<Column, RightId>> = {};
  if (rules.has(`show_${area}`)) cells.see = rightId("administration", `show_${area}`);
  if (rules.has(`manage_${area}`)) cells.change = rightId("administration", `manage_${area}`);
  return { id: `administration ${area}`, module: "administration", area, cells, more: [] };
}

export interface MatrixGroup {
  readonly name: RightGroup;
  readonly rows: readonly MatrixRow[];
}

const isGroup = (name: string): name is RightGroup => Object.hasOwn(RIGHT_GROUPS, name);

/** GRANT-7: every right, by groups of modules. */
export const MATRIX: readonly MatrixGroup[] = Object.keys(RIGHT_GROUPS)
  .filter(isGroup)
  .map((name) => ({
    name,
    rows:
      name === "administration" ? [...ADMINISTRATION_AREAS, "chat"].map(areaRow) : RIGHT_GROUPS[name].map(moduleRow),
  }));

export const rightsOfRow = ({ cells, more }: MatrixRow): readonly RightId[] => [
  ...COLUMNS.flatMap((column) => cells[column] ?? []),
  ...more,
];
const ALL: readonly RightId[] = MATRIX.flatMap(({ rows }) => rows.flatMap(rightsOfRow));

/** The fields of some rights. Rights that the matrix does not show are kept too. */
export function valuesOf(permissions: readonly Permission[]): RightValues {
  const values: Record<RightId, RightValue> = Object.fromEntries(ALL.map((id) => [id, false]));
  const { granted } = mergePermissions(permissions);
  for (const { module, rule } of permissions) {
    const held = granted.get(`${module}:${rule}`);
    if (held !== undefined) values[rightId(module, rule)] = held === "all" ? true : [...held].toSorted();
  }
  return values;
}

export const permissionsOf = (values: RightValues): Permission[] =>
  Object.entries(values).flatMap(([id, value]) => {
    const right = value === false ? undefined : rightNamed(id, value === true ? undefined : value);
    return right === undefined ? [] : [right];
  });

export const isSameValue = (one: RightValue | undefined, other: RightValue | undefined): boolean =>
  JSON.stringify(one ?? false) === JSON.stringify(other ?? false);

/** What ticking a right gives: everything, or what the viewer has of it; false: they may not give it (PAGES-3). */
export function offered(viewer: Rights, id: RightId): RightValue {
  const right = rightNamed(id);
  if (right === undefined) return false;
  if (mayGive(viewer, right)) return true;
  const held = viewer.granted.get(id);
  return held === undefined || held === "all" ? false : [...held].toSorted();
}

/** What the matrix is narrowed to: everything, what is granted, what was changed, what differs from other rights. */
export interface Narrowing {
  readonly show: "all" | "granted" | "changed" | "different";
  /** Each is in the words of the row. */
  readonly words: readonly string[];
}

export interface Compared {
  readonly values: RightValues;
  readonly stored: RightValues;
  /** Of the group to compare with. */
  readonly other: RightValues | null;
  /** From groups of the person. */
  readonly inherited: ReadonlyMap<string, readonly string[]>;
}

/** Whether a right is shown; a row is shown if one of its rights is. */
export function isShown(id: RightId, show: Narrowing["show"], { values, stored, other, inherited }: Compared): boolean {
  switch (show) {
    case "all":
      return true;
    case "granted":
      return (values[id] ?? false) !== false || inherited.has(id);
    case "changed":
      return !isSameValue(values[id], stored[id]);
    case "different":
      return other !== null && !isSameValue(values[id], other[id]);
  }
}
