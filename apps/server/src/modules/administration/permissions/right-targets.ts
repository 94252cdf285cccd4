import { targetKindOf, type Permission, type RightTarget, type TargetKind } from "@callpanel/contract";
import { foldText, searchWords } from "../../../kernel/text/search-text.ts";
import type { Announcement } from "../../announcements/index.ts";
import type { NumberEntry } from "../../directory/index.ts";
import { nameOf, type StoredUser } from "../company.model.ts";

/** Everything of a company that a right can be limited to, by kind and target (PERM-12). */
export type RightTargets = Readonly<Record<TargetKind, ReadonlyMap<string, RightTarget>>>;

const NUMBER_KINDS = { queues: "queue", rooms: "room", lots: "lot", toggles: "toggle" } as const satisfies Partial<
  Record<TargetKind, NumberEntry["kind"]>
>;
const MOST_FOUND = 20;

export interface TargetSources {
  readonly users: readonly StoredUser[];
  readonly numbers: readonly NumberEntry[];
  readonly announcements: readonly Announcement[];
}

export function targetsOf({ users, numbers, announcements }: TargetSources): RightTargets {
  const ofKind = (kind: keyof typeof NUMBER_KINDS) =>
    byTarget(
      numbers.flatMap((entry) =>
        entry.kind === NUMBER_KINDS[kind]
          ? [{ kind, target: entry.number, name: entry.name, number: entry.number }]
          : [],
      ),
    );
  return {
    people: byTarget(
      users.map((user) => ({
        kind: "people",
        target: String(user.id),
        name: nameOf(user),
        number: user.extension,
      })),
    ),
    queues: ofKind("queues"),
    rooms: ofKind("rooms"),
    lots: ofKind("lots"),
    toggles: ofKind("toggles"),
    announcements: byTarget(
      announcements.map(({ id, name, number }) => ({
        kind: "announcements",
        target: String(id),
        name,
        number,
      })),
    ),
  };
}

const byTarget = (list: readonly RightTarget[]): ReadonlyMap<string, RightTarget> =>
  new Map(list.map((one) => [one.target, one]));

/** The targets that occur in some rights, with their names. */
export function namedTargets(all: RightTargets, permissions: readonly Permission[]): RightTarget[] {
  const found = new Map<string, RightTarget>();
  for (const permission of permissions) {
    const kind = targetKindOf(permission);
    if (kind === null) continue;
    for (const target of permission.targets ?? []) {
      const one = all[kind].get(target);
      if (one !== undefined) found.set(`${kind} ${target}`, one);
    }
  }
  return [...found.values()];
}

/** GRANT-5: the first target of a right that is none of the company's things and was not there before. */
export function missingTarget(
  all: RightTargets,
  { before, after }: { readonly before: readonly Permission[]; readonly after: readonly Permission[] },
): { readonly kind: TargetKind; readonly target: string } | undefined {
  const held = new Set(
    before.flatMap((one) => (one.targets ?? []).map((target) => `${one.module}:${one.rule}:${target}`)),
  );
  for (const { module, rule, targets = [] } of after) {
    const kind = targetKindOf({ module, rule });
    for (const target of targets)
      if (kind !== null && !all[kind].has(target) && !held.has(`${module}:${rule}:${target}`)) return { kind, target };
  }
  return undefined;
}

/** Those of one kind whose name or number has each word, by name. */
export function findTargets(all: RightTargets, kind: TargetKind, search: string): RightTarget[] {
  const words = searchWords(search);
  return [...all[kind].values()]
    .filter(({ name, number }) => words.every((word) => foldText(`${name} ${number}`).includes(word)))
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .slice(0, MOST_FOUND);
}
