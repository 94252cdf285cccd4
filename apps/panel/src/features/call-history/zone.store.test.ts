import { expect, it } from "vitest";
import { createSharedStorage } from "../../../test/memoryStorage.ts";
import { keepZone, readZone } from "./zone.store.ts";

const HERE = "America/Toronto";

it("CDR-42 the chosen zone is stored, separately for each person", () => {
  const storage = createSharedStorage().tab();
  keepZone(storage, 1, { zone: "Asia/Tokyo", here: HERE });
  expect([readZone(storage, 1, HERE), readZone(storage, 2, HERE)]).toEqual(["Asia/Tokyo", HERE]);
});

it("CDR-42 without a choice, or with the browser's zone chosen again, the browser's current zone is used", () => {
  const storage = createSharedStorage().tab();
  keepZone(storage, 1, { zone: "Asia/Tokyo", here: HERE });
  keepZone(storage, 1, { zone: HERE, here: HERE });
  expect(readZone(storage, 1, "Australia/Sydney")).toBe("Australia/Sydney");
});

it("CDR-42 a zone that the browser does not know counts as no choice", () => {
  const storage = createSharedStorage().tab();
  storage.set("callpanel_calls_zone_1", "Nowhere/At_all");
  expect(readZone(storage, 1, HERE)).toBe(HERE);
});
