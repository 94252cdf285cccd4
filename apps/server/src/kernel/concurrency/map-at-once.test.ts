import { settle } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { mapAtOnce } from "./map-at-once.ts";

it("BACKUP-21 never more than the given number are under way, and results keep their order", async () => {
  const open: Array<() => void> = [];
  let [underWay, mostAtOnce] = [0, 0];
  const work = async (item: number): Promise<number> => {
    underWay += 1;
    mostAtOnce = Math.max(mostAtOnce, underWay);
    await new Promise<void>((resolve) => open.push(resolve));
    underWay -= 1;
    return item * 10;
  };
  const all = mapAtOnce([1, 2, 3, 4, 5], 2, work);
  // The later ones first.
  for (let done = 0; done < 5; done += 1) {
    open.pop()?.();
    await settle();
  }
  expect([await all, mostAtOnce]).toEqual([[10, 20, 30, 40, 50], 2]);
  expect(await mapAtOnce([], 2, work)).toEqual([]);
});

it("BACKUP-21 after a failure the failed worker starts nothing more, and the failure is reported", async () => {
  const begun: number[] = [];
  const work = async (item: number): Promise<void> => {
    begun.push(item);
    throw new Error(`item ${item}`);
  };
  await expect(mapAtOnce([1, 2, 3, 4], 2, work)).rejects.toThrow("item 1");
  expect(begun).toEqual([1, 2]);
});
