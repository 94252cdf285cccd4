import { createFakeClock, settle } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { silentLog } from "../../../test/temporary-storage.ts";
import { createBus } from "../../kernel/bus/bus.ts";
import { messageChanged } from "../chat/index.ts";
import { startTelephoneTexts } from "./telephones.ts";

it("TEXT-8 if no telephone accepts texts, a chat message is not processed", async () => {
  const clock = createFakeClock();
  const bus = createBus({ clock, log: silentLog });
  const read: number[] = [];
  let anybody = false;
  const stop = startTelephoneTexts({
    bus,
    chat: {
      room: async (roomId) => {
        read.push(roomId);
        return undefined;
      },
      message: async () => undefined,
      subscription: async () => undefined,
    },
    users: { byId: async () => undefined },
    choicesOf: async () => new Map(),
    texts: { reachesAnybody: () => anybody, reaches: () => anybody, send: () => undefined },
    clock,
    log: silentLog,
  });
  const write = async (message: number) => {
    bus.publish(messageChanged, { roomId: 7, membersRev: 1, seq: message, message });
    await settle();
  };
  await write(1);
  expect(read).toEqual([]);
  anybody = true;
  await write(2);
  expect(read).toEqual([7]);
  await stop();
});
