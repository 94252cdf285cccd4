import { expect, it } from "vitest";
import { createKeyedQueue } from "./keyed-queue.ts";

it("HANDLE-12 work of one key runs in sequence, also after a failure; another key does not wait", async () => {
  const inTurn = createKeyedQueue<number>();
  const log: string[] = [];
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const first = inTurn(1, async () => {
    await gate;
    log.push("first of 1");
    throw new Error("disk full");
  });
  const second = inTurn(1, async () => log.push("second of 1"));
  await inTurn(2, async () => log.push("first of 2"));
  open();
  await expect(first).rejects.toThrow("disk full");
  await second;
  expect(log).toEqual(["first of 2", "first of 1", "second of 1"]);
});
