import { expect, it } from "vitest";
import { keepWayBack, readWayBack } from "./guest.model.ts";

/** A tab's storage. */
function tabOf(...kept: readonly string[]): Storage {
  const items = new Map(kept.map((value) => ["callpanel.video.guest", value]));
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    key: (at) => [...items.keys()][at] ?? null,
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
  };
}

it("VCLIENT-15 the stored way back keeps what was on, only for its own link", () => {
  const tab = tabOf();
  const way = { resume: "r1", microphone: false, camera: true };
  keepWayBack(tab, "link", way);
  expect(readWayBack(tab, "link")).toEqual(way);
  expect(readWayBack(tab, "other")).toBe(null);
  keepWayBack(tab, "link", null);
  expect(readWayBack(tab, "link")).toBe(null);
});

it("VCLIENT-15 a stored device that is not marked as on was off", () => {
  expect(readWayBack(tabOf('["link","r1"]'), "link")).toEqual({ resume: "r1", microphone: false, camera: false });
  expect(readWayBack(tabOf("{"), "link")).toBe(null);
  expect(readWayBack(tabOf('["link",7,true,true]'), "link")).toBe(null);
  expect(readWayBack(undefined, "link")).toBe(null);
});
