import { expect, it } from "vitest";
import { createStore } from "../store.ts";
import type { Readable } from "../store.ts";
import { readLater } from "./readLater.ts";

it("CHATUI-67 a value can be read before its owner exists, and its changes are reported from then on", () => {
  const owner = createStore<{ readonly count: Readable<number> } | null, { readonly count: Readable<number> }>(
    null,
    (_, next) => next,
  );
  const count = createStore<number, number>(5, (_, next) => next);
  const read = readLater(owner, (one) => one.count, 0);
  const seen: number[] = [];
  const leave = read.subscribe(() => seen.push(read.get()));
  expect(read.get()).toBe(0);
  owner.dispatch({ count });
  count.dispatch(6);
  expect(seen).toEqual([5, 6]);
  leave();
  count.dispatch(7);
  owner.dispatch({ count: createStore<number, number>(1, (_, next) => next) });
  expect(seen).toEqual([5, 6]);
});
