import { MessageChannel } from "node:worker_threads";
import { expect, test } from "vitest";
import { createOutbox } from "./outbox.ts";

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function setUp() {
  const sent: { readonly messages: readonly string[]; readonly moved: number }[] = [];
  const outbox = createOutbox<string>((messages, moved) => sent.push({ messages, moved: moved.length }));
  return { sent, outbox };
}

test("MEDIA-29 the messages of one turn are sent together, in their order, with the objects that they transfer", async () => {
  const { sent, outbox } = setUp();
  const { port1, port2 } = new MessageChannel();
  outbox.post("open");
  await Promise.resolve(); // still the same turn
  outbox.post("link", [port1]);
  expect(sent).toEqual([]);
  await turn();
  outbox.post("close");
  await turn();
  await turn();
  expect(sent).toEqual([
    { messages: ["open", "link"], moved: 1 },
    { messages: ["close"], moved: 0 },
  ]);
  port1.close();
  port2.close();
});

test("MEDIA-29 before a thread ends, waiting messages are sent, once", async () => {
  const { sent, outbox } = setUp();
  outbox.post("last");
  outbox.flush();
  await turn();
  expect(sent).toEqual([{ messages: ["last"], moved: 0 }]);
});
