import { commandResultSchemas } from "@callpanel/contract";
import { expect, it } from "vitest";
import { openGateway, rule, WATCHER } from "../../../test/open-gateway.ts";

it("RT-8 CoreShowChannels lists the calls the receiver may see", async () => {
  const { join, ring } = openGateway();
  ring();
  const full = await (await join("alice")).ask("CoreShowChannels");
  expect(full).toMatchObject({
    type: "answer",
    id: "a1",
    ok: true,
    result: [{ exten: "102", call: { callid: "c1", user: "101", name: "Alice" } }],
  });
  expect(commandResultSchemas.CoreShowChannels.safeParse(full?.type === "answer" && full.result).success).toBe(true);
  const veiled = await join("dave", [...WATCHER, rule("panel_buddies", "show_call_state")]);
  expect(await veiled.ask("CoreShowChannels")).toMatchObject({ result: [{ call: { user: "", name: "" } }] });
});
