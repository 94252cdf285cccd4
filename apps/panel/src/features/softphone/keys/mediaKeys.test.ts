import { createFakeWebphone } from "@callpanel/testkit/fake-webphone";
import { expect, it } from "vitest";
import { joinMediaKeys } from "./mediaKeys.ts";

it("HEADSET-9 media keys act on the call that is heard, in the tab with the phone, and are given back", async () => {
  const phone = createFakeWebphone();
  const keys = new Map<string, () => void>();
  const said: boolean[] = [];
  const leave = joinMediaKeys({
    phone,
    session: {
      setActionHandler: (action, run) => void (run ? keys.set(action, run) : keys.delete(action)),
      setMicrophoneActive: (isActive) => void said.push(isActive),
    },
  });
  const press = (action: string) => keys.get(action)?.();
  phone.far.calls({ number: "1003" });
  expect(keys.size).toBe(0);
  const { callId = "" } = await phone.call("1002");
  press("togglemicrophone");
  phone.far.answers(callId);
  press("togglemicrophone");
  press("togglemicrophone");
  expect(phone.asked).toEqual(["call 1002", `setMute ${callId} mute`, `setMute ${callId} unmute`]);
  expect(said).toEqual([false, true, false, true]);
  phone.far.shows({ place: "other-tab" });
  expect(keys.size).toBe(0);
  phone.far.shows({ place: "here" });
  press("hangup");
  expect(phone.asked.at(-1)).toBe(`hangUp ${callId}`);
  expect(keys.size).toBe(0);
  leave();
});

it("HEADSET-9 a browser that knows no such keys leaves the phone as it is", async () => {
  const phone = createFakeWebphone();
  const leave = joinMediaKeys({
    phone,
    session: {
      setActionHandler: () => {
        throw new TypeError("not an action");
      },
    },
  });
  const { callId = "" } = await phone.call("1002");
  phone.far.answers(callId);
  expect(phone.getSnapshot().calls[0]?.state).toBe("answered");
  leave();
});
