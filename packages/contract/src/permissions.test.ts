import { describe, expect, it } from "vitest";
import {
  canRead,
  canWrite,
  holdsOnSome,
  holdsRule,
  mergePermissions,
  permissionSchema,
  type Permission,
  uiFlags,
} from "./permissions.ts";
import { meets } from "./demand.ts";

describe("permissions", () => {
  it("PERM-1 group and user permissions add up", () => {
    const rights = mergePermissions(
      [{ module: "queues", rule: "read" }],
      [{ module: "queues", rule: "execute_pause" }],
    );
    expect(canRead(rights, "queues")).toBe(true);
    expect(holdsRule(rights, "queues", "execute_pause")).toBe(true);
    expect(holdsRule(rights, "queues", "execute_pause_self")).toBe(false);
  });

  it.each(["read", "read_for", "list_for"])("PERM-2 %s grants reading the module", (rule) => {
    expect(canRead(mergePermissions([{ module: "cdrs", rule }]), "cdrs")).toBe(true);
    expect(canRead(mergePermissions([{ module: "cdrs", rule }]), "contacts")).toBe(false);
  });

  it("PERM-2 write alone does not grant reading", () => {
    expect(canRead(mergePermissions([{ module: "cdrs", rule: "write" }]), "cdrs")).toBe(false);
  });

  it.each([
    ["read", false],
    ["list_for", false],
    ["read_for", true],
    ["write_for", true],
  ])("PERM-3 %s on a target id: %s", (rule, allowed) => {
    expect(canRead(mergePermissions([{ module: "cdrs", rule }]), "cdrs", "7")).toBe(allowed);
  });

  it("PERM-3 a rule limited to targets holds on those alone", () => {
    const rights = mergePermissions([{ module: "voicemails", rule: "read_for", targets: ["7"] }]);
    expect(canRead(rights, "voicemails", "7")).toBe(true);
    expect(canRead(rights, "voicemails", "8")).toBe(false);
  });

  it("PERM-4 target lists add up, and a rule without targets covers all", () => {
    const seven: Permission = { module: "voicemails", rule: "read_for", targets: ["7"] };
    const eight: Permission = { module: "voicemails", rule: "read_for", targets: ["8"] };
    const both = mergePermissions([seven], [eight]);
    expect([canRead(both, "voicemails", "7"), canRead(both, "voicemails", "8")]).toEqual([true, true]);
    const all = mergePermissions([{ module: "voicemails", rule: "read_for" }], [seven]);
    expect(canRead(all, "voicemails", "99")).toBe(true);
  });

  it("PERM-5 writing needs write, or write_for on the target", () => {
    expect(canWrite(mergePermissions([{ module: "contacts", rule: "read" }]), "contacts")).toBe(false);
    expect(canWrite(mergePermissions([{ module: "contacts", rule: "write" }]), "contacts")).toBe(true);
    const limited = mergePermissions([{ module: "forward", rule: "write_for", targets: ["1"] }]);
    expect([
      canWrite(limited, "forward"),
      canWrite(limited, "forward", "1"),
      canWrite(limited, "forward", "2"),
    ]).toEqual([false, true, false]);
  });

  it("PERM-11 a rule limited to targets does not hold where no target is named", () => {
    const rights = mergePermissions([{ module: "active_calls", rule: "execute_callspy", targets: ["4"] }]);
    expect(holdsRule(rights, "active_calls", "execute_callspy", "4")).toBe(true);
    expect(holdsRule(rights, "active_calls", "execute_callspy", "1")).toBe(false);
    expect(holdsRule(rights, "active_calls", "execute_callspy")).toBe(false);
    expect(meets(rights, { kind: "rule", module: "active_calls", rule: "execute_callspy" })).toBe(false);
    expect(meets(rights, { kind: "ruleOnSome", module: "active_calls", rule: "execute_callspy" })).toBe(true);
    expect(holdsOnSome(mergePermissions([]), "active_calls", "execute_callspy")).toBe(false);
  });

  it.each([
    ["softphone", "read"],
    ["parkings", "read"],
    ["parkings", "read_for"],
    ["contacts", "manage_personal"],
    ["announcements", "write"],
  ] as const)("PERM-12 %s:%s has no targets: with some it is no permission and grants nothing", (module, rule) => {
    const limited: Permission = { module, rule, targets: ["7"] };
    expect(permissionSchema.safeParse(limited).success).toBe(false);
    expect(permissionSchema.safeParse({ module, rule }).success).toBe(true);
    expect(mergePermissions([limited]).granted.size).toBe(0);
  });

  it("PERM-6 the softphone needs both configs and softphone", () => {
    expect(uiFlags(mergePermissions([{ module: "softphone", rule: "read" }])).softphone).toBe(false);
    expect(
      uiFlags(
        mergePermissions([
          { module: "softphone", rule: "read" },
          { module: "configs", rule: "read" },
        ]),
      ).softphone,
    ).toBe(true);
  });

  it("PERM-7 a demand takes its target from the path, and a missing one is refused", () => {
    const rights = mergePermissions([{ module: "voicemail_boxes", rule: "read_for", targets: ["5"] }]);
    const demand = { kind: "read", module: "voicemail_boxes", target: "id" } as const;
    expect(meets(rights, demand, { params: { id: "5" } })).toBe(true);
    expect(meets(rights, demand, { params: { id: "6" } })).toBe(false);
    expect(meets(rights, demand, {})).toBe(false);
    expect(
      meets(rights, { kind: "any", of: [demand, { kind: "read", module: "cdrs" }] }, { params: { id: "6" } }),
    ).toBe(false);
  });

  it("PERM-9 a person's own settings are written by themselves with write, by another person with write_for on them", () => {
    const demand = { kind: "writeOf", module: "forward", owner: "id" } as const;
    const may = (rule: string, id: string, targets?: string[]) =>
      meets(mergePermissions([{ module: "forward", rule, ...(targets && { targets }) }]), demand, {
        userId: 5,
        params: { id },
      });
    expect([may("write", "5"), may("write", "6"), may("write_for", "6"), may("write_for", "5")]).toEqual([
      true,
      false,
      true,
      true,
    ]);
    expect([may("write_for", "6", ["6"]), may("write_for", "7", ["6"]), may("write", "05")]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("PERM-10 a request in a person's own name is refused under another's", () => {
    const demand = { kind: "readOwn", module: "forward", owner: "id" } as const;
    const rights = mergePermissions([{ module: "forward", rule: "list_for" }]);
    expect(meets(rights, demand, { userId: 5, params: { id: "5" } })).toBe(true);
    expect(meets(rights, demand, { userId: 5, params: { id: "6" } })).toBe(false);
    expect(meets(rights, demand, { userId: 5 })).toBe(false);
    expect(meets(mergePermissions([]), demand, { userId: 5, params: { id: "5" } })).toBe(false);
  });

  it("PERM-8 only known modules and well-formed rules parse", () => {
    expect(permissionSchema.safeParse({ module: "queues", rule: "execute_pause_self" }).success).toBe(true);
    expect(permissionSchema.safeParse({ module: "queues", rule: "drop table" }).success).toBe(false);
    expect(permissionSchema.safeParse({ module: "root", rule: "read" }).success).toBe(false);
  });
});
