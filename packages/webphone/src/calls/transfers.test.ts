import { describe, expect, test } from "vitest";
import { settle } from "@callpanel/testkit/fake-clock";
import { last, REMOTE_BYE } from "../../test/fake-network.ts";
import type { CallEnd } from "../ports/user-agent.port.ts";
import type { Bench } from "../../test/bench.ts";
import { createBench } from "../../test/bench.ts";
import { RESULT_WAIT_MS, TRANSFER_WAIT_MS } from "./transfers.ts";

const registered = (config: Parameters<typeof createBench>[0] = {}): Bench => {
  const bench = createBench(config);
  bench.register();
  return bench;
};
const visuals = ({ phone }: Bench): Record<string, string> =>
  Object.fromEntries(phone.getSnapshot().calls.map(({ number, visual }) => [number, visual]));
const told = ({ events }: Bench) => events.filter(({ kind }) => kind.startsWith("transfer"));
const parts = ({ phone }: Bench) => phone.getSnapshot().calls.map(({ transfer }) => transfer?.phase);

/** Alice talks with 102 and has dialled 103, who has answered by default. */
async function consulting(bench: Bench, target: "answers" | "rings" = "answers") {
  const first = await bench.talk("102");
  const started = bench.phone.startAttendedTransfer(first.id, "103");
  await settle();
  const { callId: secondId = "" } = await started;
  const far = last(bench.network);
  far.says({ kind: target === "answers" ? "accepted" : "ringing" });
  await settle();
  return { first, second: { id: secondId, far } };
}

/** As the phone system ends a consultation that rang, once the transfer has been requested. */
const GIVEN_UP: CallEnd = { ...REMOTE_BYE, statusCode: 487, cause: "Canceled" };

describe("blind", () => {
  test("PHONE-45 the far end is referred, and the call ends here when the phone system says that it is done", async () => {
    const bench = registered();
    const { id, far } = await bench.talk("102");
    expect(bench.phone.transfer(id, "1 03")).toEqual({ ok: true });
    expect(far.asked).toContain("refer 103");
    far.refers({ kind: "taken" });
    expect(told(bench)).toMatchObject([{ kind: "transferInitiated", number: "103", call: { number: "102" } }]);
    expect(far.asked).not.toContain("terminate");
    far.refers({ kind: "done" });
    expect(far.asked).toContain("terminate");
    expect(visuals(bench)).toEqual({});
    expect(told(bench).at(-1)).toMatchObject({ kind: "transferAccepted", number: "103" });
    far.refers({ kind: "done" });
    await bench.clock.advance(TRANSFER_WAIT_MS);
    expect(told(bench)).toHaveLength(2);
  });

  test("PHONE-46 a number that cannot be dialled is no destination, and a call that is not up cannot be transferred", async () => {
    const bench = registered();
    const { id } = await bench.talk("102");
    const bad = { ok: false, details: { value: "x" } };
    expect(bench.phone.transfer(id, "x")).toEqual({ ...bad, code: "sipua.error.destination" });
    expect(await bench.phone.startAttendedTransfer(id, "x")).toEqual({
      ...bad,
      code: "sipua.error.destinationAttended",
    });
    expect(bench.phone.transfer("gone", "103")).toMatchObject({ code: "sipua.error.ended" });
    bench.network.says({ kind: "disconnected" });
    expect(bench.phone.transfer(id, "103")).toMatchObject({ code: "sipua.hint.notReady" });
    expect(parts(bench)).toEqual([undefined]);
  });

  test("PHONE-47 a refused request and a target that is not reached leave the call, each with its code", async () => {
    const bench = registered();
    const { id, far } = await bench.talk("102");
    bench.phone.transfer(id, "103");
    far.refers({ kind: "failed", at: "request", reason: "Forbidden" });
    expect(told(bench)).toMatchObject([{ code: "sipua.error.refer", details: { message: "Forbidden" } }]);
    bench.phone.transfer(id, "103");
    far.refers({ kind: "taken" });
    far.refers({ kind: "failed", at: "target", reason: "Busy Here" });
    expect(told(bench).at(-1)).toMatchObject({ code: "sipua.xfer.failed", details: { num: "103", fail: "Busy Here" } });
    expect(visuals(bench)).toEqual({ "102": "on-call" });
    expect(parts(bench)).toEqual([undefined]);
  });

  test("PHONE-47 no result within 190 s is a failure", async () => {
    const bench = registered();
    const { id, far } = await bench.talk("102");
    bench.phone.transfer(id, "103");
    far.refers({ kind: "taken" });
    await bench.clock.advance(TRANSFER_WAIT_MS);
    expect(told(bench).at(-1)).toMatchObject({ kind: "transferFailed", details: { fail: "no answer" } });
    expect(visuals(bench)).toEqual({ "102": "on-call" });
  });

  test("PHONE-48 a second request during the first one is refused", async () => {
    const bench = registered();
    const { id, far } = await bench.talk("102");
    bench.phone.transfer(id, "103");
    expect(bench.phone.transfer(id, "104")).toMatchObject({ code: "sipua.error.refer" });
    expect(far.asked.filter((what) => what.startsWith("refer"))).toEqual(["refer 103"]);
  });

  test("PHONE-49 a call that ends before the result is reported, unless the person hung up", async () => {
    const bench = registered();
    const { id, far } = await bench.talk("102");
    bench.phone.transfer(id, "103");
    far.says({ kind: "ended", end: REMOTE_BYE });
    await settle();
    expect(told(bench)).toMatchObject([{ details: { num: "103", fail: "Referer session not found" } }]);
    const again = await bench.talk("102");
    bench.phone.transfer(again.id, "103");
    bench.phone.hangUp(again.id);
    await settle();
    expect(told(bench)).toHaveLength(1);
  });
});

describe("attended", () => {
  test("PHONE-50 the first call is held, the target dialled, and both know of each other", async () => {
    const bench = registered();
    const { first, second } = await consulting(bench);
    expect(visuals(bench)).toEqual({ "102": "on-hold", "103": "on-call" });
    const [consultation, transferee] = bench.phone.getSnapshot().calls;
    expect(consultation?.transfer).toEqual({ role: "consultation", phase: "consulting", otherId: first.id });
    expect(transferee?.transfer).toEqual({ role: "transferee", phase: "consulting", otherId: second.id });
  });

  test("PHONE-50 a first call that cannot be held is not left: nothing is dialled", async () => {
    const bench = registered();
    const { id, far } = await bench.talk("102");
    far.redirects = "refused";
    expect(await bench.phone.startAttendedTransfer(id, "103")).toMatchObject({ code: "sipua.error.hold" });
    await settle();
    expect(bench.network.sessions).toHaveLength(1);
    expect(visuals(bench)).toEqual({ "102": "on-call" });
    expect(parts(bench)).toEqual([undefined]);
  });

  test("PHONE-51 completing refers the first call in place of the consultation, once, and ends both", async () => {
    const bench = registered();
    const { first, second } = await consulting(bench);
    expect(bench.phone.completeTransfer(second.id)).toEqual({ ok: true });
    expect(bench.phone.completeTransfer(first.id)).toEqual({ ok: true });
    expect(first.far.asked.filter((what) => what.startsWith("refer"))).toEqual(["refer 103 sip-2"]);
    expect(await bench.phone.cancelTransfer(second.id)).toMatchObject({ code: "sipua.error.refer" });
    first.far.refers({ kind: "taken" });
    first.far.refers({ kind: "done" });
    await settle();
    expect(first.far.asked).toContain("terminate");
    expect(second.far.asked).toContain("terminate");
    expect(first.far.asked).not.toContain("sendrecv");
    expect(visuals(bench)).toEqual({});
    expect(told(bench).map(({ kind }) => kind)).toEqual(["transferInitiated", "transferAccepted"]);
  });

  test("PHONE-51 a call without consultation cannot be completed", async () => {
    const bench = registered();
    await bench.talk("102");
    expect(bench.phone.completeTransfer("gone")).toMatchObject({
      code: "sipua.error.refer",
      details: { message: "Refer replace session not found" },
    });
  });

  test("PHONE-55 completed while the target rings, the phone system ends the consultation, and the target may ring as long as any", async () => {
    const bench = registered();
    const { first, second } = await consulting(bench, "rings");
    expect(bench.phone.completeTransfer(second.id)).toEqual({ ok: true });
    expect(first.far.asked).toContain("refer 103 sip-2");
    expect(second.far.asked).not.toContain("terminate");
    first.far.refers({ kind: "taken" });
    second.far.says({ kind: "ended", end: GIVEN_UP });
    await bench.clock.advance(RESULT_WAIT_MS);
    expect(visuals(bench)).toEqual({ "102": "on-hold" });
    expect(told(bench).map(({ kind }) => kind)).toEqual(["transferInitiated"]);
    first.far.refers({ kind: "done" });
    await settle();
    expect(visuals(bench)).toEqual({});
    expect(first.far.asked).not.toContain("sendrecv");
    expect(told(bench).map(({ kind }) => kind)).toEqual(["transferInitiated", "transferAccepted"]);
  });

  test("PHONE-55 a target that is not reached then gives the first call back", async () => {
    const bench = registered();
    const { first, second } = await consulting(bench, "rings");
    bench.phone.completeTransfer(second.id);
    first.far.refers({ kind: "taken" });
    second.far.says({ kind: "ended", end: GIVEN_UP });
    first.far.refers({ kind: "failed", at: "target", reason: "Busy Here" });
    await settle();
    expect(told(bench).at(-1)).toMatchObject({ code: "sipua.xfer.failed", details: { num: "103", fail: "Busy Here" } });
    expect(visuals(bench)).toEqual({ "102": "on-call" });
    expect(parts(bench)).toEqual([undefined]);
  });

  test("PHONE-55 a request that is refused while the target rings leaves both calls as they were", async () => {
    const bench = registered();
    const { first, second } = await consulting(bench, "rings");
    bench.phone.completeTransfer(second.id);
    first.far.refers({ kind: "failed", at: "request", reason: "Server Internal Error" });
    await settle();
    expect(parts(bench)).toEqual(["consulting", "consulting"]);
    expect(first.far.asked).not.toContain("sendrecv");
    expect(second.far.asked).not.toContain("terminate");
  });

  test.each(["is", "is not"])(
    "PHONE-55 before the target has responded it is called again as a blind transfer, which %s taken",
    async (taken) => {
      const bench = registered();
      const { first, second } = await consulting(bench, "rings");
      second.far.hasDialog = false;
      expect(bench.phone.completeTransfer(second.id)).toEqual({ ok: true });
      await settle();
      expect(second.far.asked).toContain("terminate");
      expect(first.far.asked.filter((asked) => asked.startsWith("refer"))).toEqual(["refer 103"]);
      expect(first.far.asked).not.toContain("sendrecv");
      if (taken === "is") {
        first.far.refers({ kind: "taken" });
        first.far.refers({ kind: "done" });
        await settle();
        expect(visuals(bench)).toEqual({});
        expect(told(bench).map(({ kind }) => kind)).toEqual(["transferInitiated", "transferAccepted"]);
        return;
      }
      first.far.refers({ kind: "failed", at: "target", reason: "Busy Here" });
      await settle();
      expect(visuals(bench)).toEqual({ "102": "on-call" });
      expect(parts(bench)).toEqual([undefined]);
    },
  );

  test("PHONE-51 a failed completion leaves both calls, which can be completed again", async () => {
    const bench = registered();
    const { first, second } = await consulting(bench);
    bench.phone.completeTransfer(second.id);
    first.far.refers({ kind: "failed", at: "request", reason: "Server Internal Error" });
    expect(parts(bench)).toEqual(["consulting", "consulting"]);
    expect(visuals(bench)).toEqual({ "102": "on-hold", "103": "on-call" });
    bench.phone.completeTransfer(second.id);
    first.far.refers({ kind: "done" });
    expect(visuals(bench)).toEqual({});
  });

  test.each(["answers", "rings"] as const)(
    "PHONE-52 cancelling takes the first call back when the target %s",
    async (target) => {
      const bench = registered();
      const { first, second } = await consulting(bench, target);
      const canceled = bench.phone.cancelTransfer(first.id);
      await settle();
      expect(await canceled).toEqual({ ok: true });
      expect(second.far.asked).toContain("terminate");
      expect(visuals(bench)).toEqual({ "102": "on-call" });
      expect(parts(bench)).toEqual([undefined]);
      expect(first.far.asked.filter((what) => what === "sendrecv")).toHaveLength(1);
      expect(await bench.phone.cancelTransfer(first.id)).toMatchObject({ code: "sipua.error.ended" });
    },
  );

  test.each([
    ["rejects", "rings", 486],
    ["does not answer", "rings", 408],
    ["hangs up", "answers", undefined],
  ] as const)("PHONE-53 a target that %s gives the first call back", async (_what, target, statusCode) => {
    const bench = registered();
    const { second } = await consulting(bench, target);
    second.far.says({ kind: "ended", end: { ...REMOTE_BYE, statusCode } });
    await settle();
    expect(visuals(bench)).toEqual({ "102": "on-call" });
    expect(parts(bench)).toEqual([undefined]);
  });

  test("PHONE-53 a first far end that hangs up leaves the consultation as a call like any other", async () => {
    const bench = registered();
    const { first, second } = await consulting(bench);
    first.far.says({ kind: "ended", end: REMOTE_BYE });
    await settle();
    expect(visuals(bench)).toEqual({ "103": "on-call" });
    expect(parts(bench)).toEqual([undefined]);
    expect(bench.phone.completeTransfer(second.id)).toMatchObject({ ok: false });
  });

  test("PHONE-58 a consultation that the phone system ends during the transfer waits for the result: done, the first call stays held until then", async () => {
    const bench = registered();
    const { first, second } = await consulting(bench);
    bench.phone.completeTransfer(second.id);
    second.far.says({ kind: "ended", end: REMOTE_BYE });
    await settle();
    expect(visuals(bench)).toEqual({ "102": "on-hold" });
    first.far.refers({ kind: "done" });
    await settle();
    expect(visuals(bench)).toEqual({});
    await bench.clock.advance(TRANSFER_WAIT_MS);
    expect(told(bench).map(({ kind }) => kind)).toEqual(["transferAccepted"]);
    expect(first.far.asked).not.toContain("sendrecv");
  });

  test.each(["reported", "not reported"] as const)(
    "PHONE-58 a failure after that, %s by the phone system, gives the first call back",
    async (how) => {
      const bench = registered();
      const { first, second } = await consulting(bench);
      bench.phone.completeTransfer(second.id);
      second.far.says({ kind: "ended", end: REMOTE_BYE });
      await settle();
      if (how === "reported") first.far.refers({ kind: "failed", at: "target", reason: "Busy Here" });
      else await bench.clock.advance(RESULT_WAIT_MS);
      await settle();
      const fail = how === "reported" ? "Busy Here" : "Refer replace session not found";
      expect(told(bench)).toMatchObject([{ details: { num: "103", fail } }]);
      expect(visuals(bench)).toEqual({ "102": "on-call" });
      expect(parts(bench)).toEqual([undefined]);
    },
  );

  test("PHONE-49 a person who hangs up the consultation during the transfer has the first call back, without a message", async () => {
    const bench = registered();
    const { second } = await consulting(bench);
    bench.phone.completeTransfer(second.id);
    bench.phone.hangUp(second.id);
    await settle();
    expect(told(bench)).toEqual([]);
    expect(visuals(bench)).toEqual({ "102": "on-call" });
    expect(parts(bench)).toEqual([undefined]);
  });
});

test("PHONE-121 an answer names the far end, and leaves the number that was dialled", async () => {
  const bench = registered();
  await bench.phone.call("101");
  const far = { kind: "person", number: "103", name: "Carol Chen" } as const;
  last(bench.network).says({ kind: "faced", far });
  expect(bench.phone.getSnapshot().calls).toMatchObject([{ number: "101", far }]);
  last(bench.network).says({ kind: "accepted" });
  last(bench.network).says({ kind: "identified", far: { ...far, doing: "holding" } });
  expect(bench.phone.getSnapshot().calls).toMatchObject([{ number: "101", far: { doing: "holding" } }]);
});

test("PHONE-54 a far end that changes in the middle of a call renames it", async () => {
  const bench = registered();
  const { far } = await bench.talk("102");
  far.says({ kind: "identified", far: { kind: "person", number: "103", name: "Carol Chen" } });
  expect(bench.phone.getSnapshot().calls).toMatchObject([{ number: "103", name: "Carol Chen", visual: "on-call" }]);
});
