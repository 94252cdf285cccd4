import type { PhoneEvent } from "@callpanel/phone-port";
import { createFakeClock } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { silentLog } from "../../../../test/temporary-storage.ts";
import { createBoards } from "../../../app/boards.ts";
import { createBus } from "../../../kernel/bus/bus.ts";
import { noticed, type Notice } from "../../realtime/index.ts";
import { feedPresenceBoard } from "./phone-feed.ts";

it("ECID-6 a call to an emergency service is reported, with the data that the service received", () => {
  const bus = createBus({ clock: createFakeClock(), log: silentLog });
  const heard: Notice[] = [];
  bus.subscribe(noticed, (notice) => heard.push(notice));
  let say: (event: PhoneEvent) => void = () => undefined;
  const stop = feedPresenceBoard(
    {
      subscribe: (listener) => {
        say = listener;
        return () => undefined;
      },
      snapshot: () => ({
        registrations: [],
        calls: [],
        parked: [],
        rooms: [],
        counts: { connections: 0, registrations: 0, calls: 0, legs: 0, dialogs: 0, transactions: 0, mediaPorts: 0 },
      }),
    },
    { ...createBoards({ clock: createFakeClock() }), bus },
  );
  const of = {
    realm: "demo",
    number: "911",
    callbackNumber: "+14165550160",
    location: "100 Front St W",
    reached: true,
  };
  say({ kind: "emergencyDialled", at: 5, callId: "c1", by: { number: "102", name: "Bob", userId: 2 }, ...of });
  const event = { action: "EMERGENCY", exten: "102", name: "Bob", at: 5, ...of };
  expect(heard).toEqual([{ kind: "emergency", realm: "demo", userId: 2, event }]);
  stop();
});
