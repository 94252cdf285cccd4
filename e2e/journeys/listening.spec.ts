import { serverFrameSchema, type ServerFrame } from "@callpanel/contract";
import { WebSocket } from "ws";
import { anyCall, dial, expect, expectHears, expectHearsPeople, type Person, talk, test } from "../support/people.ts";

/** The order that the panel gives for a listener, over a live connection of its own. */
async function setListening({ page }: Person, mode: "whisper" | "fullbarge"): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem("auth_access_token"));
  const socket = new WebSocket(`${new URL(page.url()).origin.replace("http", "ws")}/events`);
  const send = (frame: object): void => socket.send(JSON.stringify(frame));
  const answer = await new Promise<ServerFrame>((resolve, reject) => {
    socket.on("open", () => send({ type: "signin", username: "carol", token, realm: "demo" }));
    socket.on("close", reject);
    socket.on("error", reject);
    socket.on("message", (data: Buffer) => {
      const frame = serverFrameSchema.parse(JSON.parse(data.toString()));
      if (frame.type === "snapshot") {
        const channel = frame.buddies.find(({ exten }) => exten === "103")?.calls[0]?.channel;
        send({ type: "command", command: "ChanSpyMode", id: "1", channel, mode });
      }
      if (frame.type === "answer" || frame.type === "refusal") resolve(frame);
    });
  });
  expect(answer).toMatchObject({ type: "answer" });
  socket.removeAllListeners().close();
}

test("Carol listens to Alice and Bob, whispers to Bob, barges in, and goes again", async ({ company }) => {
  const [alice, bob, carol] = [
    await company.signIn("alice"),
    await company.signIn("bob"),
    await company.signIn("carol"),
  ];
  await talk(alice, bob, "102");
  await dial(carol, "***102");
  await expect(anyCall(carol)).toHaveAttribute("data-state", "on-call");
  await expectHearsPeople(carol, [alice, bob], [carol]);
  await expectHearsPeople(alice, [bob], [carol]);
  await expectHearsPeople(bob, [alice], [carol]);

  await setListening(carol, "whisper");
  await expectHearsPeople(bob, [alice, carol]);
  await expectHearsPeople(alice, [bob], [carol]);

  await setListening(carol, "fullbarge");
  await expectHearsPeople(alice, [bob, carol]);
  await expectHearsPeople(bob, [alice, carol]);

  await anyCall(carol).getByRole("button", { name: "Hang up" }).click();
  await expectHears(alice, bob.voiceHz);
  await expectHears(bob, alice.voiceHz);
  await expectHearsPeople(alice, [bob], [carol]);
});

test("whoever may not listen is refused", async ({ company }) => {
  const [alice, bob] = [await company.signIn("alice"), await company.signIn("bob")];
  await dial(alice, "***102");
  await expect(anyCall(alice)).toHaveCount(0);
  await expect(anyCall(bob)).toHaveCount(0);
});
