import { createFakeClock } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { createSharedStorage } from "../../../../test/memoryStorage.ts";
import { createUnsentTexts } from "./unsentTexts.store.ts";
import type { UnsentText } from "./unsentTexts.store.ts";

/** A server that keeps the greater version of each place. */
function createKeeper() {
  const kept = new Map<string, UnsentText>();
  let isDown = false;
  const whenUp = async <Answer>(answer: () => Answer): Promise<Answer> => {
    if (isDown) throw new Error("down");
    return answer();
  };
  return {
    kept,
    setDown: (down: boolean) => (isDown = down),
    load: () => whenUp(() => [...kept.values()]),
    save: (unsent: UnsentText) =>
      whenUp(() => {
        if ((kept.get(unsent.place)?.version ?? -1) < unsent.version) kept.set(unsent.place, unsent);
        return kept.get(unsent.place) ?? unsent;
      }),
  };
}

function start(keeper = createKeeper(), storage = createSharedStorage().tab(), now = 1_000) {
  const clock = createFakeClock(now);
  const keyOf = (userId: number) => `texts_${userId}`;
  const texts = createUnsentTexts({ clock, storage, keyOf, mostChars: 20, load: keeper.load, save: keeper.save });
  texts.begin(1);
  return { clock, texts, shown: () => [...texts.get()] };
}

it("CHATUI-3 SMSUI-6 a text that is written on one device is there on the others, and the later text wins", async () => {
  const keeper = createKeeper();
  const [one, other] = [start(keeper), start(keeper, createSharedStorage().tab(), 2_000)];
  one.texts.keep("5", "half a sentence");
  expect(keeper.kept.size).toBe(0);
  await one.clock.advance(1_500);
  other.texts.reload();
  await other.clock.advance(0);
  expect(other.shown()).toEqual([["5", "half a sentence"]]);
  other.texts.keep("5", "half a sentence, and");
  await other.clock.advance(1_500);
  // The clock of the first device is behind: its next text is later all the same.
  one.texts.reload();
  await one.clock.advance(0);
  one.texts.keep("5", "done");
  await one.clock.advance(1_500);
  expect(keeper.kept.get("5")?.text).toBe("done");
  // An older one that comes late changes nothing.
  one.texts.arrived({ place: "5", text: "old", version: 7 });
  expect(one.shown()).toEqual([["5", "done"]]);
});

it("CHATUI-3 SMSUI-6 a sent text is empty everywhere, and a text that is longer than the server stores is complete in its browser", async () => {
  const keeper = createKeeper();
  const [one, other] = [start(keeper), start(keeper)];
  one.texts.keep("5", "x".repeat(50));
  await one.clock.advance(1_500);
  expect(keeper.kept.get("5")?.text).toHaveLength(20);
  // Otherwise a text that is too long would be sent without its end.
  one.texts.reload();
  await one.clock.advance(0);
  expect(one.shown()).toEqual([["5", "x".repeat(50)]]);
  other.texts.reload();
  await other.clock.advance(0);
  expect(other.shown()).toEqual([["5", "x".repeat(20)]]);
  one.texts.keep("5", "");
  await one.clock.advance(1_500);
  other.texts.reload();
  await other.clock.advance(0);
  expect([one.shown(), other.shown()]).toEqual([[], []]);
});

it("CHATUI-3 SMSUI-6 without the server a text stays in this browser, only for its user, and is sent at the end", async () => {
  const keeper = createKeeper();
  keeper.setDown(true);
  const shared = createSharedStorage();
  const first = start(keeper, shared.tab());
  first.texts.keep("5", "half a sentence");
  first.texts.keep("6", "other");
  first.texts.keep("6", "");
  await first.clock.advance(1_500);
  const again = start(keeper, shared.tab());
  expect(again.shown()).toEqual([["5", "half a sentence"]]);
  again.texts.begin(2);
  expect(again.shown()).toEqual([]);
  shared.tab().set("texts_3", '[["a"],7,{"place":"b","text":"c","version":1}]');
  again.texts.begin(3);
  expect(again.shown()).toEqual([["b", "c"]]);
  keeper.setDown(false);
  again.texts.keep("b", "written last");
  again.texts.stop();
  await again.clock.advance(0);
  expect(keeper.kept.get("b")?.text).toBe("written last");
});
