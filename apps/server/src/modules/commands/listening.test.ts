import { expect, it } from "vitest";
import { openGateway, rule, STAFF } from "../../../test/open-gateway.ts";

it.each(["monitor", "whisper", "fullbarge"] as const)("RT-18 a listener sets who hears them: %s", async (mode) => {
  const given: object[] = [];
  const { join, ring } = openGateway({
    setListening: async (command) => {
      given.push(command);
      return { ok: true, value: undefined };
    },
  });
  ring(3);
  const peer = await join("carol", [...STAFF, rule("active_calls", "execute_callspy")], 3);
  expect(await peer.ask("ChanSpyMode", { channel: "ch1", mode })).toMatchObject({ type: "answer" });
  expect(given).toEqual([{ legId: "ch1", mode }]);
});
