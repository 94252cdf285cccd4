/** What an endpoint or event demands of the rights of a person (spec 1 §6). */
import { canRead, canWrite, holdsOnSome, holdsRule, type PermissionModule, type Rights } from "./permissions.ts";

/** `target` names the path parameter that carries the id the rule must cover. */
export type Demand =
  | { readonly kind: "read"; readonly module: PermissionModule; readonly target?: string }
  | { readonly kind: "write"; readonly module: PermissionModule; readonly target?: string }
  | { readonly kind: "rule"; readonly module: PermissionModule; readonly rule: string; readonly target?: string }
  /** The rule on any target: the request's handler checks the target. */
  | { readonly kind: "ruleOnSome"; readonly module: PermissionModule; readonly rule: string }
  /** Of what is the caller's own: `owner` names the path parameter that must carry the caller's id. */
  | { readonly kind: "readOwn"; readonly module: PermissionModule; readonly owner: string }
  /** For settings of a person: a user's own need `write`, another person's `write_for` on the id that `owner` names. */
  | { readonly kind: "writeOf"; readonly module: PermissionModule; readonly owner: string }
  | { readonly kind: "any"; readonly of: readonly Demand[] }
  | { readonly kind: "all"; readonly of: readonly Demand[] };

/** Whether a user may write a person's own settings: themselves by `write`, another person by `write_for` on their id. */
export function canWriteOf(rights: Rights, module: PermissionModule, { caller, owner }: Ownership): boolean {
  return caller === owner ? canWrite(rights, module, owner) : holdsRule(rights, module, "write_for", owner);
}

/** User ids as text. */
export interface Ownership {
  readonly caller: string;
  readonly owner: string;
}

/** The sender of the request, by user id, and the path parameters of the request. */
export interface Asking {
  readonly userId?: number;
  readonly params?: Readonly<Record<string, string>>;
}

/** Whether the rights meet a demand. */
export function meets(rights: Rights, demand: Demand, asking: Asking = {}): boolean {
  const { params = {}, userId } = asking;
  switch (demand.kind) {
    case "any":
      return demand.of.some((one) => meets(rights, one, asking));
    case "all":
      return demand.of.every((one) => meets(rights, one, asking));
    case "readOwn":
      return params[demand.owner] === String(userId) && canRead(rights, demand.module);
    case "writeOf":
      return canWriteOf(rights, demand.module, { caller: String(userId), owner: params[demand.owner] ?? "" });
    case "read":
      return canRead(rights, demand.module, targetOf(demand.target, params));
    case "write":
      return canWrite(rights, demand.module, targetOf(demand.target, params));
    case "rule":
      return holdsRule(rights, demand.module, demand.rule, targetOf(demand.target, params));
    case "ruleOnSome":
      return holdsOnSome(rights, demand.module, demand.rule);
  }
}

function targetOf(name: string | undefined, params: Readonly<Record<string, string>>): string | undefined {
  return name === undefined ? undefined : (params[name] ?? "");
}
