import { createFakeClock } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { createPushService, type PushDelivery } from "./push.service.ts";

it("PUSH-12 the notifications of one call arrive in order, also when the first try is slow and fails; another call does not wait", async () => {
  const sent: string[] = [];
  const warned: string[] = [];
  let fail = (): void => undefined;
  const slow = new Promise<void>((_resolve, reject) => (fail = () => reject(new Error("too slow"))));
  const deliver = async ({ topic, message }: PushDelivery): Promise<"taken"> => {
    if (topic === "one" && sent.length === 0) {
      sent.push("one is on its way");
      await slow;
    }
    sent.push(`${topic} ${message.kind === "show" ? message.body : message.kind}`);
    return "taken";
  };
  const subscription = {
    userId: 1,
    sessionId: "s",
    endpoint: "e",
    p256dh: "k",
    auth: "a",
    locale: "en-US",
    createdAt: 0,
  } as const;
  const pushes = createPushService({
    store: { of: async () => [subscription], save: async () => undefined, remove: async () => undefined },
    deliver,
    isAllowed: () => true,
    clock: createFakeClock(),
    log: {
      debug: () => undefined,
      info: () => undefined,
      error: () => undefined,
      warn: (text) => void warned.push(text),
    },
  });
  const tell = (topic: string, body: string) =>
    pushes.tell(1, {
      topic,
      ttlSeconds: 60,
      messageIn: () => ({ kind: "show", title: "Alice", body, tag: topic, path: "/", urgent: true }),
    });
  const incoming = tell("one", "incoming");
  await expect.poll(() => sent).toHaveLength(1);
  const missed = tell("one", "missed");
  await tell("other", "incoming");
  expect(sent).toEqual(["one is on its way", "other incoming"]);
  fail();
  await Promise.all([incoming, missed]);
  expect(sent).toEqual(["one is on its way", "other incoming", "one missed"]);
  expect(warned).toEqual(["a notification could not be sent"]);
});
