/** The rights to see and change parts of the administration, and to give rights (docs/adr/0027-administration.md). */
import { holdsForAll, holdsOnSome, holdsRule, type Permission, type Rights } from "../permissions.ts";
import { meets, type Demand } from "../demand.ts";
import {
  ADMINISTRATION_RULES,
  isTargetedArea,
  type AdministrationArea,
  type ManagedArea,
  type TargetedArea,
} from "./areas.ts";

const module = "administration";

/** PAGES-1: the demand of what shows an area; a list contains what the person may see of it. */
export function seesArea(area: AdministrationArea): Demand {
  const manages: Demand = isTargetedArea(area)
    ? { kind: "ruleOnSome", module, rule: `manage_${area}` }
    : { kind: "rule", module, rule: `manage_${area}` };
  return { kind: "any", of: [{ kind: "rule", module, rule: `show_${area}` }, manages] };
}

/** The demand of what changes an area as a whole, or adds to it. */
export const managesArea = (area: ManagedArea): Demand => ({ kind: "rule", module, rule: `manage_${area}` });

/** The demand of what changes one thing; `target` is the path parameter with its number. */
export const managesOne = (area: TargetedArea, target: string): Demand => ({
  kind: "rule",
  module,
  rule: `manage_${area}`,
  target,
});

/** Whether a person may see an area, or some of it. */
export const maySeeArea = (rights: Rights, area: AdministrationArea): boolean =>
  holdsRule(rights, module, `show_${area}`) || holdsOnSome(rights, module, `manage_${area}`);

/** Whether a person may see one thing of an area. */
export const maySeeOne = (rights: Rights, area: TargetedArea, number: string): boolean =>
  holdsRule(rights, module, `show_${area}`) || holdsRule(rights, module, `manage_${area}`, number);

/** Whether a person may change an area as a whole; with a number, that thing. */
export const mayManage = (rights: Rights, area: ManagedArea, number?: string): boolean =>
  holdsRule(rights, module, `manage_${area}`, number);

/** COMPANY-30: what a company file can change. */
const COMPANY_AREAS: readonly ManagedArea[] = [
  "people",
  "numbers",
  "queues",
  "rooms",
  "lots",
  "lines",
  "permissions",
  "company",
];

/** The demand of what may change the whole company, as the command line does. */
export const managesCompany: Demand = { kind: "all", of: COMPANY_AREAS.map(managesArea) };

/** Whether a person may change the whole company, as the command line does. */
export const mayManageCompany = (rights: Rights): boolean => meets(rights, managesCompany);

/** The demand of what contains the whole company. */
export const managesEverything: Demand = {
  kind: "all",
  of: ADMINISTRATION_RULES.map((rule) => ({ kind: "rule", module, rule })),
};

/** Whether a person may see and change everything in the administration. */
export const mayManageAll = (rights: Rights): boolean => meets(rights, managesEverything);

/**
 * PAGES-3: whether a person may give a right. Rights of administration: those that they have. Others: those that they
 * have, and all with `manage_permissions`.
 */
export function mayGive(rights: Rights, permission: Permission): boolean {
  const { module: of, rule, targets } = permission;
  if (of !== module && holdsForAll(rights, module, "manage_permissions")) return true;
  return targets === undefined
    ? holdsForAll(rights, of, rule)
    : targets.every((target) => holdsRule(rights, of, rule, target));
}

/** PAGES-4: whether a person may change another person or a group with these rights: they have all rights of administration among them. */
export const mayTouch = (rights: Rights, held: readonly Permission[]): boolean =>
  held.every((permission) => permission.module !== module || mayGive(rights, permission));
