import { expect, it } from "vitest";
import { endpoints } from "../endpoints/index.ts";
import { PERMISSION_MODULES, takesTargets } from "../permissions.ts";
import { SPECIAL_RULES, RIGHT_GROUPS, rulesOf, targetKindOf } from "./right.catalogue.ts";
import { type Demand } from "../demand.ts";

/** The rules by which a demand can be met, in words of the catalogue. */
function demanded(demand: Demand): ReadonlyArray<{ readonly module: string; readonly rule: string }> {
  switch (demand.kind) {
    case "any":
    case "all":
      return demand.of.flatMap(demanded);
    case "rule":
    case "ruleOnSome":
      return [{ module: demand.module, rule: demand.rule }];
    case "read":
    case "readOwn":
      return [{ module: demand.module, rule: "read" }];
    case "write":
    case "writeOf":
      return [{ module: demand.module, rule: "write" }];
  }
}

it("GRANT-7 the matrix has every module once, and every right that an endpoint demands", () => {
  const modules = Object.values(RIGHT_GROUPS).flat();
  expect(modules.toSorted()).toEqual(PERMISSION_MODULES.toSorted());
  const offered = new Set(PERMISSION_MODULES.flatMap((module) => rulesOf(module).map((rule) => `${module}:${rule}`)));
  for (const { access } of Object.values(endpoints))
    if (typeof access !== "string")
      for (const { module, rule } of demanded(access)) expect(offered).toContain(`${module}:${rule}`);
  for (const [module, rules] of Object.entries(SPECIAL_RULES))
    for (const rule of rules) expect(offered).toContain(`${module}:${rule}`);
});

it("GRANT-5 every right that can be limited names the kind of its targets", () => {
  for (const module of PERMISSION_MODULES)
    for (const rule of rulesOf(module))
      expect([module, rule, targetKindOf({ module, rule }) !== null]).toEqual([
        module,
        rule,
        takesTargets({ module, rule }),
      ]);
  expect(targetKindOf({ module: "administration", rule: "manage_queues" })).toBe("queues");
  expect(targetKindOf({ module: "voicemails", rule: "read_for" })).toBe("people");
});
