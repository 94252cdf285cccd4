import { expect, it } from "vitest";
import { createSharedStorage } from "../../../test/memoryStorage.ts";
import { keepListPreferences, mayAsk, putOff, readListPreferences } from "./listPreferences.store.ts";
import { FIRST_PREFERENCES } from "./voicemail.model.ts";

it("VMU-6 choices are stored, separately for each person", () => {
  const storage = createSharedStorage().tab();
  const preferences = { ...FIRST_PREFERENCES, category: "fraud", pageSize: 50, boxes: ["103"] } as const;
  keepListPreferences(storage, 1, preferences);
  expect(readListPreferences(storage, 1)).toEqual(preferences);
  expect(readListPreferences(storage, 2)).toEqual(FIRST_PREFERENCES);
});

it.each(["", "no JSON", "[]", '{"category":"none","pageSize":7,"date":{"choice":"between","from":"<b>"}}'])(
  "VMU-6 the valid parts of %j are used",
  (text) => {
    const storage = createSharedStorage().tab();
    storage.set("callpanel_voicemail_1", text);
    expect(readListPreferences(storage, 1)).toMatchObject({ category: "all", pageSize: 18, boxes: [] });
  },
);

it("VMU-25 after Later the question comes again the next day, after Never it does not", () => {
  const storage = createSharedStorage().tab();
  const day = 86_400_000;
  expect(mayAsk(storage, 1, 0)).toBe(true);
  putOff(storage, 1, { from: 1_000 });
  expect([mayAsk(storage, 1, day), mayAsk(storage, 1, day + 1_000), mayAsk(storage, 2, 0)]).toEqual([
    false,
    true,
    true,
  ]);
  putOff(storage, 1, "never");
  expect(mayAsk(storage, 1, 100 * day)).toBe(false);
});
