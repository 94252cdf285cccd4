import type { SubAccountFeature } from "@callpanel/contract";
import { expect, it } from "vitest";
import { showsSubAccount } from "./subject.model.ts";

it("SET-3 for a sub-account only the pages are shown on which the user may see something", () => {
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
