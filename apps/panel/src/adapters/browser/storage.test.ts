// @vitest-environment jsdom
import { expect, it } from "vitest";
import { localArea } from "../../shared/storage.ts";
import { createBrowserStorage } from "./storage.ts";

it("EMBED-15 if the browser stores nothing, values last as long as the page", () => {
  const area = localArea({
    get localStorage(): Storage {
      throw new DOMException("denied", "SecurityError");
    },
  });
  expect(area).toBeUndefined();
  const storage = createBrowserStorage(area, window);
  expect(storage.isForgetful).toBe(true);
  expect(createBrowserStorage(localArea(), window).isForgetful).toBe(false);
  storage.set("auth_access_token", "x");
  expect(storage.get("auth_access_token")).toBe("x");
  storage.remove("auth_access_token");
  expect(storage.get("auth_access_token")).toBeNull();
  expect(createBrowserStorage(area, window).get("auth_access_token")).toBeNull();
  storage.watch(() => undefined)();
});
