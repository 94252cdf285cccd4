import { CHUNK_LOAD_TIMEOUT_MS } from "@callpanel/contract";
import { createFakeClock } from "@callpanel/testkit/fake-clock";
import { expect, it, vi } from "vitest";
import type { LoadScreen } from "../shared/feature.ts";
import { isLoadFailure, loadInTime, PageNotLoaded } from "./pageLoading.ts";

const screen = { Screen: () => null };

it("SHELL-28 code that does not come is a failure after two minutes", async () => {
  const clock = createFakeClock();
  const loading = loadInTime(() => new Promise(() => undefined), clock)();
  const failed = expect(loading).rejects.toBeInstanceOf(PageNotLoaded);
  await clock.advance(CHUNK_LOAD_TIMEOUT_MS);
  await failed;
});

it("SHELL-28 a failed request is tried once more, and then reported with its own error", async () => {
  const clock = createFakeClock();
  const gone = new TypeError("Failed to fetch dynamically imported module: /x.js");
  const second = vi.fn<LoadScreen>().mockRejectedValueOnce(gone).mockResolvedValueOnce(screen);
  expect(await loadInTime(second, clock)()).toBe(screen);
  const never = vi.fn<LoadScreen>().mockRejectedValue(gone);
  await expect(loadInTime(never, clock)()).rejects.toBe(gone);
  expect(never).toHaveBeenCalledTimes(2);
});

it("SHELL-28 only a failure to load is one", () => {
  for (const message of [
    "Failed to fetch dynamically imported module: https://a/x.js",
    "error loading dynamically imported module: https://a/x.js",
    "Importing a module script failed.",
  ])
    expect(isLoadFailure(new TypeError(message))).toBe(true);
  expect(isLoadFailure(new Error("drawn wrong"))).toBe(false);
});
