import { SUB_ACCOUNT_FEATURES, type Permission } from "@callpanel/contract";

/** What a person may do with the settings of a sub-account; `part`: with some of them, as their rights say. */
export type Watching = "see" | "change" | "part";

/** Direct numbers are seen only: administration changes them. */
const CHANGED = SUB_ACCOUNT_FEATURES.filter((feature) => feature !== "dids");
const SEES = ["read_for", "list_for"] as const;

const targetsOf = (permissions: readonly Permission[], module: string, rule: string): readonly string[] =>
  permissions.flatMap((one) => (one.module === module && one.rule === rule ? (one.targets ?? []) : []));

/** PEOPLE-20: the people whose settings these rights show, by their ids as texts. */
export function watchedOf(permissions: readonly Permission[]): ReadonlyMap<string, Watching> {
  const seenIn = (module: string) => SEES.flatMap((rule) => targetsOf(permissions, module, rule));
  const ids = new Set(SUB_ACCOUNT_FEATURES.flatMap(seenIn));
  const levelOf = (id: string): Watching => {
    if (!SUB_ACCOUNT_FEATURES.every((module) => seenIn(module).includes(id))) return "part";
    const changed = CHANGED.filter((module) => targetsOf(permissions, module, "write_for").includes(id));
    return changed.length === 0 ? "see" : changed.length === CHANGED.length ? "change" : "part";
  };
  return new Map([...ids].map((id) => [id, levelOf(id)]));
}

/** Whether these rights show settings of everybody. */
export const watchesEverybody = (permissions: readonly Permission[]): boolean =>
  permissions.some(
    ({ module, rule, targets }) =>
      targets === undefined &&
      SEES.some((one) => one === rule) &&
      SUB_ACCOUNT_FEATURES.some((feature) => feature === module),
  );

/** The rights with a sub-account more, or on another level; null: without it. Rights on everybody stay. */
export function withWatched(
  permissions: readonly Permission[],
  id: string,
  level: "see" | "change" | null,
): readonly Permission[] {
  const wanted = (module: string, rule: string): boolean => {
    if (rule === "read_for") return level !== null;
    return rule === "write_for" && level === "change" && CHANGED.some((feature) => feature === module);
  };
  return SUB_ACCOUNT_FEATURES.flatMap((module) => [...SEES, "write_for"].map((rule) => ({ module, rule }))).reduce<
    readonly Permission[]
  >((all, { module, rule }) => {
    const held = all.filter((one) => one.module === module && one.rule === rule);
    if (held.some(({ targets }) => targets === undefined)) return all;
    const others = targetsOf(held, module, rule).filter((target) => target !== id);
    const targets = wanted(module, rule) ? [...others, id].toSorted() : others;
    const rest = all.filter((one) => !held.includes(one));
    return targets.length === 0 ? rest : [...rest, { module, rule, targets }];
  }, permissions);
}
