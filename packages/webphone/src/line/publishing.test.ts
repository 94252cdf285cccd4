import { settle } from "@callpanel/testkit/fake-clock";
import { expect, test } from "vitest";
import { createBench } from "../../test/fake-ports.ts";
import { readMessageSummary } from "../model/mailbox.ts";

test("PHONE-90 do not disturb is presence, closed while it is on", async () => {
  const bench = createBench();
  bench.register();
  expect(await bench.phone.publishDoNotDisturb("on")).toEqual({ ok: true });
  await bench.phone.publishDoNotDisturb("off");
  const [on, off] = bench.network.asked.filter((one) => one.startsWith("publish presence"));
  expect(on).toContain("<basic>closed</basic>");
  expect(off).toContain("<basic>open</basic>");
  expect(on).toContain('entity="sip:alice@demo"');
});

test("PHONE-91 a light is a dialog that is confirmed while it shines; what a person typed is escaped", async () => {
  const bench = createBench();
  bench.register();
  await bench.phone.publishLight("forward", "on", '104"/><x');
  await bench.phone.publishLight("followme", "off", "104");
  const [on, off] = bench.network.asked.filter((one) => one.startsWith("publish dialog"));
  expect(on).toContain('<dialog id="forward"><state>confirmed</state><remote><target uri="sip:104%22%2F%3E%3Cx"/>');
  expect(off).toContain('<dialog id="followme"><state>terminated</state></dialog>');
});

test("PHONE-92 what is refused, and what is asked without a registration, is a failure with its own code", async () => {
  const bench = createBench();
  expect(await bench.phone.publishDoNotDisturb("on")).toMatchObject({ ok: false, code: "sipua.error.publishDnd" });
  bench.register();
  bench.network.publishes = "refused";
  expect(await bench.phone.publishLight("forward", "on", "104")).toEqual({
    ok: false,
    code: "sipua.error.publishForward",
    details: { message: "Forbidden" },
  });
  expect(await bench.phone.publishLight("followme", "off")).toMatchObject({ code: "sipua.error.publishFollowMe" });
});

test("PHONE-93 message waiting is told", async () => {
  const bench = createBench();
  bench.register();
  bench.network.says({ kind: "messageWaiting", newCount: 2, oldCount: 8 });
  await settle();
  expect(bench.events).toEqual([{ kind: "messageWaiting", newCount: 2, oldCount: 8 }]);
});

const [YES, ACCOUNT, COUNT] = ["Messages-Waiting: yes", "Message-Account: sip:a@demo", "Voice-Message: 2/8 (0/2)"];
test.each([
  [[YES, ACCOUNT, COUNT, ""], { newCount: 2, oldCount: 8 }],
  [[YES, "", ACCOUNT, COUNT], { newCount: 2, oldCount: 8 }],
  [[YES, COUNT], undefined],
  [[YES, ACCOUNT, COUNT, "Fax-Message: 1/1"], undefined],
  [[YES, ACCOUNT, "Voice-Message: two/8"], undefined],
  [[], undefined],
] as const)(
  "PHONE-93 a summary of exactly three lines with counts is read, any other is ignored: %o",
  (lines, mailbox) => {
    expect(readMessageSummary(lines.join("\r\n"))).toEqual(mailbox);
  },
);
