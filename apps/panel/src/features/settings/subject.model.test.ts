import type { SubAccountFeature } from "@callpanel/contract";
import { expect, it } from "vitest";
import { showsSubAccount } from "./subject.model.ts";

it("SET-3 of a sub-account the pages are there that have something one may see of it, and no others", () => {
  const pages = (...features: readonly SubAccountFeature[]) =>
    (
      [
        "settings-phone-status",
        "settings-devices",
        "settings-emergency",
        "settings-account",
        "settings-notifications",
        "settings-blacklist",
        "settings-stun-servers",
      ] as const
    ).filter((page) => showsSubAccount(page, { features: [...features] }));
  expect(pages("forward")).toEqual(["settings-phone-status"]);
  expect(pages("dids")).toEqual(["settings-account"]);
  expect(pages("user_preferences")).toEqual(["settings-account", "settings-notifications", "settings-blacklist"]);
  expect(pages("emergency_caller_id_profiles")).toEqual([]);
  expect(pages("emergency_caller_id_profiles", "emergency_caller_id_locations")).toEqual(["settings-emergency"]);
});
