import { mergePermissions, type RealtimeEvent } from "@callpanel/contract";
import { describe, expect, it } from "vitest";
import { defineBoard } from "./board.ts";
import { createEntries } from "./entries.ts";
import type { OwnEvent } from "./event-source.ts";

interface Light {
  readonly name: string;
  readonly room: string;
}
const createLights = defineBoard({
  name: "lights",
  state: { keyOf: ({ name }: Light) => name, indexedBy: ({ room }: Light) => [room] },
  step: (lights, { on, ...light }: Light & { readonly on: boolean }) => {
    if (!on) return lights.get(light.name) === undefined ? [] : [{ drop: light, fact: light.name }];
    return [{ keep: light, fact: light.name }];
  },
  visibleTo: (realm) => ({ key: "", realm }),
  events: (name, { realm }) => [settingOf(realm, name)],
  ownEvents: (name, { realm }) => [{ userId: 7, event: settingOf(realm, `own ${name}`) }],
});
const settingOf = (realm: string, exten: string): RealtimeEvent => ({
  action: "SETTING",
  realm,
  exten,
  setting: "forward",
});

describe("a board", () => {
  it("RT-3 a view gets the events of each fact, then those for single people, until it unsubscribes", () => {
    const board = createLights();
    const view = board.viewOf("demo", { userId: 1, rights: mergePermissions([]) });
    const told: Array<RealtimeEvent | OwnEvent> = [];
    const stop = view.subscribe({ tell: (events) => told.push(...events), sendOwn: (event) => told.push(event) });
    board.apply({ name: "lamp", room: "hall", on: true });
    board.apply({ name: "unknown", room: "hall", on: false });
    stop();
    board.apply({ name: "lamp", room: "hall", on: false });
    expect(told).toEqual([settingOf("demo", "lamp"), { userId: 7, event: settingOf("demo", "own lamp") }]);
    expect([...board.entries.values()]).toEqual([]);
    expect(view.snapshot()).toBeUndefined();
  });
});

describe("entries", () => {
  it("RT-4 entries are found by key and by index, and keep their order when they change", () => {
    const entries = createEntries<Light>({ keyOf: ({ name }) => name, indexedBy: ({ room }) => [room] });
    for (const name of ["a", "b", "c"]) entries.keep({ name, room: "hall" });
    entries.keep({ name: "a", room: "attic" });
    const names = (found: Iterable<Light>) => [...found].map(({ name }) => name);
    expect(names(entries.values())).toEqual(["a", "b", "c"]);
    expect(names(entries.find("hall"))).toEqual(["b", "c"]);
    entries.keep({ name: "a", room: "hall" });
    entries.drop({ name: "b", room: "elsewhere" });
    expect(names(entries.find("hall"))).toEqual(["c", "a"]);
    expect([entries.get("b"), names(entries.find("attic")), names(entries.find("nowhere"))]).toEqual([
      undefined,
      [],
      [],
    ]);
  });
});
