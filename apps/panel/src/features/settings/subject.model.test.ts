import { expect, it } from "vitest";
import { ALICE } from "../../../test/fakeServer.ts";
import { subjectsOf } from "./subject.model.ts";
import type { SettingRow } from "./subject.model.ts";

const row = (id: number, name: string): SettingRow => ({
  user_id: id,
  username: name.toLowerCase(),
  first_name: name,
  last_name: "",
  exten: String(100 + id),
  may_write: false,
});

it("SET-3 the viewer first, then by extension all people of any list, each once", () => {
  const lists = [undefined, [row(1, "Alice"), row(7, "Gus")], [row(1, "Alice"), row(3, "Carol"), row(7, "Gus")]];
  expect(subjectsOf(ALICE, lists).map(({ name, extension }) => `${name} ${extension}`)).toEqual([
    "Alice Archer 101",
    "Carol 103",
    "Gus 107",
  ]);
  expect(subjectsOf(ALICE, [undefined, []])).toHaveLength(1);
});
