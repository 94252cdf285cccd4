// @vitest-environment jsdom
import { createFakeClock } from "@callpanel/testkit/fake-clock";
import { createFakeWebphone } from "@callpanel/testkit/fake-webphone";
import { expect, it } from "vitest";
import { createKeysDesk } from "./keysDesk.ts";

it.each([
  ["forbids WebHID, which is not asked", false, 0],
  ["allows WebHID", true, 1],
])("HEADSET-8 the policy of a frame %s", async (_, isAllowed, times) => {
  let asked = 0;
  const getDevices = async () => {
    asked += 1;
    return [];
  };
  const allowsFeature = (feature: string) => feature !== "hid" || isAllowed;
  Object.defineProperty(window.navigator, "hid", { configurable: true, value: { getDevices } });
  Object.defineProperty(window.document, "featurePolicy", { configurable: true, value: { allowsFeature } });
  const desk = createKeysDesk({
    phone: createFakeWebphone(),
    clock: createFakeClock(),
    view: window,
    onRefusal: () => undefined,
  });
  desk.stop();
  expect(asked).toBe(times);
});
