import {
  ACCESS_RULES,
  PERMISSION_MODULES,
  SPECIAL_RULES,
  takesTargets,
  type Demand,
  type EndpointName,
  type Permission,
  type PermissionModule,
} from "@callpanel/contract";

/** A valid request, so that only rights and the handler decide. */
export interface Sent {
  /** Path parameters in addition to `{id}`, which is the caller's own unless given. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: object;
  /** Fields of multipart/form-data. */
  readonly form?: Readonly<Record<string, string>>;
}

export type Requests = { readonly [Name in EndpointName]?: Sent };

export const NOTHING: Sent = {};

type Grants = readonly Permission[];

const SPECIAL = new Map<string, readonly string[]>(Object.entries(SPECIAL_RULES));

/** Every right, on everything. */
export const EVERYTHING: Grants = PERMISSION_MODULES.flatMap((module) =>
  [...ACCESS_RULES, ...(SPECIAL.get(module) ?? [])].map((rule) => ({ module, rule })),
);

/** An id that no person has. */
export const ANOTHER_TARGET = "424242";

const nameOf = ({ module, rule }: Permission): string => `${module}:${rule}`;

/** Every right except these, with any targets. */
export function everythingBut(removed: Grants): Grants {
  const names = new Set(removed.map(nameOf));
  return EVERYTHING.filter((one) => !names.has(nameOf(one)));
}

/** A request: the caller's user id, and the path parameters. */
export interface Asked {
  readonly userId: number;
  readonly params: Readonly<Record<string, string>>;
}

type Leaf = Exclude<Demand, { readonly kind: "any" | "all" }>;

/**
 * Each of these is enough by itself; from the specification (spec 1 §6), written again separately from the code that
 * decides.
 */
export function sufficient(demand: Demand, asked: Asked): readonly Grants[] {
  switch (demand.kind) {
    case "any":
      return demand.of.flatMap((one) => sufficient(one, asked));
    case "all": {
      const parts = demand.of.map((one) => sufficient(one, asked));
      // Each form of each part, together with the first form of the others.
      return parts.flatMap((ways, at) =>
        ways.map((way) => parts.flatMap((others, index) => (index === at ? way : (others[0] ?? [])))),
      );
    }
    default:
      return waysOf(demand, asked).map((one) => [one]);
  }
}

/** With any of these the request is refused: every right except those that count, and those on another person. */
export function insufficient(demand: Demand, asked: Asked): readonly Grants[] {
  if (demand.kind === "all") return demand.of.flatMap((one) => insufficient(one, asked));
  const leaves = leavesOf(demand);
  const but = everythingBut(leaves.flatMap((leaf) => waysOf(leaf, asked)));
  // To read their own, even a right on another person is enough.
  const own = new Set(leaves.flatMap((leaf) => (leaf.kind === "readOwn" ? waysOf(leaf, asked) : [])).map(nameOf));
  const elsewhere = leaves.flatMap((leaf) => onOthers(leaf, asked)).filter((one) => !own.has(nameOf(one)));
  return [[], but, ...(elsewhere.length === 0 ? [] : [[...but, ...elsewhere]])];
}

function leavesOf(demand: Demand): readonly Leaf[] {
  return demand.kind === "any" || demand.kind === "all" ? demand.of.flatMap(leavesOf) : [demand];
}

const on = (module: PermissionModule, rules: readonly string[], target?: string): Grants =>
  rules.flatMap((rule) => [{ module, rule }, ...(target === undefined ? [] : [{ module, rule, targets: [target] }])]);

function waysOf(leaf: Leaf, { userId, params }: Asked): Grants {
  const { module } = leaf;
  switch (leaf.kind) {
    case "read": {
      if (leaf.target !== undefined) return on(module, ["read_for", "write_for"], params[leaf.target]);
      const onOne = { module, rule: "read_for", targets: [ANOTHER_TARGET] };
      return [...on(module, ["read", "read_for", "list_for"]), ...(takesTargets(onOne) ? [onOne] : [])];
    }
    case "write":
      if (leaf.target === undefined) return on(module, ["write"]);
      return [...on(module, ["write"]), ...on(module, ["write_for"], params[leaf.target])];
    case "rule":
      return on(module, [leaf.rule], leaf.target === undefined ? undefined : params[leaf.target]);
    case "ruleOnSome":
      return on(module, [leaf.rule], ANOTHER_TARGET);
    case "readOwn":
      return params[leaf.owner] === String(userId) ? on(module, ["read", "read_for", "list_for"]) : [];
    case "writeOf": {
      const owner = params[leaf.owner];
      return owner === String(userId)
        ? [...on(module, ["write"]), ...on(module, ["write_for"], owner)]
        : on(module, ["write_for"], owner);
    }
  }
}

/** The rules that count, on a person who is not in the request. */
function onOthers(leaf: Leaf, asked: Asked): Grants {
  const isTargeted = "target" in leaf ? leaf.target !== undefined : leaf.kind === "writeOf";
  if (!isTargeted) return [];
  const rules = new Set(waysOf(leaf, asked).flatMap(({ rule }) => (rule === "write" ? [] : [rule])));
  return [...rules].map((rule) => ({ module: leaf.module, rule, targets: [ANOTHER_TARGET] }));
}
