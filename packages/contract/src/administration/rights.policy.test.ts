import { expect, it } from "vitest";
import { mergePermissions, uiFlags, type Permission } from "../permissions.ts";
import { meets } from "../demand.ts";
import { ADMINISTRATION_AREAS } from "./areas.ts";
import {
  managesArea,
  managesOne,
  mayGive,
  mayManage,
  maySeeArea,
  maySeeOne,
  mayTouch,
  seesArea,
} from "./rights.policy.ts";

const of = (rule: string, targets?: readonly string[]): Permission => ({
  module: "administration",
  rule,
  ...(targets === undefined ? {} : { targets: [...targets] }),
});
const rights = (...permissions: readonly Permission[]) => mergePermissions(permissions);

it("PAGES-1 an area is seen with its show or manage rule, and with no other", () => {
  for (const area of ADMINISTRATION_AREAS) {
    for (const rule of [`show_${area}`, `manage_${area}`]) {
      expect(meets(rights(of(rule)), seesArea(area))).toBe(true);
      expect(ADMINISTRATION_AREAS.filter((one) => maySeeArea(rights(of(rule)), one))).toEqual([area]);
      const flags = Object.entries(uiFlags(rights(of(rule)))).filter(([, on]) => on);
      expect(flags.map(([name]) => name.toLowerCase())).toEqual([`administration${area.replaceAll("_", "")}`]);
    }
    expect(meets(rights(of("manage_chat")), seesArea(area))).toBe(false);
  }
  expect(mayManage(rights(of("show_people")), "people")).toBe(false);
  expect(meets(rights(of("show_people")), managesArea("people"))).toBe(false);
});

it("PAGES-1 the right to manage some queues shows these alone, and adds none", () => {
  const some = rights(of("manage_queues", ["600"]));
  expect(meets(some, seesArea("queues"))).toBe(true);
  expect(["600", "601"].map((number) => maySeeOne(some, "queues", number))).toEqual([true, false]);
  expect(["600", "601"].map((number) => mayManage(some, "queues", number))).toEqual([true, false]);
  expect(meets(some, managesArea("queues"))).toBe(false);
  const asked = (number: string) => meets(some, managesOne("queues", "number"), { params: { number } });
  expect([asked("600"), asked("601")]).toEqual([true, false]);
  // PERM-12: people cannot be limited.
  expect(meets(rights(of("manage_people", ["1"])), seesArea("people"))).toBe(false);
});

it("PAGES-3 rights of administration are given by people who have them, others also with manage_permissions", () => {
  const spy: Permission = { module: "active_calls", rule: "execute_callspy" };
  const help = rights(of("manage_people"), of("manage_queues", ["600"]), { module: "queues", rule: "read" });
  expect(mayGive(help, of("manage_people"))).toBe(true);
  expect(mayGive(help, of("manage_permissions"))).toBe(false);
  expect(mayGive(help, of("manage_queues", ["600"]))).toBe(true);
  expect(mayGive(help, of("manage_queues", ["600", "601"]))).toBe(false);
  expect(mayGive(help, of("manage_queues"))).toBe(false);
  expect(mayGive(help, { module: "queues", rule: "read" })).toBe(true);
  expect(mayGive(help, spy)).toBe(false);
  const first = rights(of("manage_permissions"));
  expect(mayGive(first, spy)).toBe(true);
  expect(mayGive(first, of("manage_lines"))).toBe(false);
});

it("PAGES-4 a person with rights of administration is changed only by people who have all of these", () => {
  const help = rights(of("manage_people"));
  expect(mayTouch(help, [{ module: "active_calls", rule: "execute_callspy" }])).toBe(true);
  expect(mayTouch(help, [of("manage_people")])).toBe(true);
  expect(mayTouch(help, [of("manage_people"), of("manage_lines")])).toBe(false);
});
