/** Areas of administration, and the rules of the permission module `administration` (docs/spec/administration-pages.md). */

/** In the order of the tabs. */
export const ADMINISTRATION_AREAS = [
  "people",
  "numbers",
  "queues",
  "rooms",
  "lots",
  "lines",
  "permissions",
  "company",
  "activity",
  "audit_log",
  "backup",
] as const;
export type AdministrationArea = (typeof ADMINISTRATION_AREAS)[number];

/** Areas where nothing can be changed. */
const READ_ONLY = ["activity", "audit_log"] as const satisfies readonly AdministrationArea[];
export type ManagedArea = Exclude<AdministrationArea, (typeof READ_ONLY)[number]>;

const isManaged = (area: AdministrationArea): area is ManagedArea => !READ_ONLY.some((one) => one === area);

/** Areas whose right to change can be limited to some of their things, by number. */
const TARGETED_AREAS = ["queues", "rooms", "lots"] as const satisfies readonly ManagedArea[];
export type TargetedArea = (typeof TARGETED_AREAS)[number];

export const isTargetedArea = (area: AdministrationArea): area is TargetedArea =>
  TARGETED_AREAS.some((one) => one === area);

/** PAGES-1: `show_…` sees an area, `manage_…` sees and changes it. */
export const ADMINISTRATION_RULES: readonly string[] = [
  ...ADMINISTRATION_AREAS.flatMap((area) => [`show_${area}`, ...(isManaged(area) ? [`manage_${area}`] : [])]),
  "manage_chat",
];

/** The rule takes targets: numbers of the area's things. */
export const isTargetedRule = (rule: string): boolean => TARGETED_AREAS.some((area) => rule === `manage_${area}`);
