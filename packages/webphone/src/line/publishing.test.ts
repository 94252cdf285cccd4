import { settle } from "@callpanel/testkit/fake-clock";
import { PUBLISH_EXPIRES_SECONDS } from "@callpanel/contract";
import { expect, test } from "vitest";
import type { Bench } from "../../test/bench.ts";
import { createBench } from "../../test/bench.ts";
import { readMessageSummary } from "../model/mailbox.ts";
import type { PersonSettings } from "../webphone.ts";

const QUIET: PersonSettings = {
  doNotDisturb: false,
  forward: { isOn: false, number: "" },
  followMe: false,
};
const REFRESH_MS = PUBLISH_EXPIRES_SECONDS * 500;

/** What was published since, without the documents' envelopes. */
const published = ({ network }: Bench, from = 0): readonly string[] =>
  network.asked
    .slice(from)
    .filter((one) => one.startsWith("publish"))
    .map((one) => one.replace(/<\?xml[^]*?(entity="[^"]*")>/, "$1 "));

test("PUBLISH-1 PHONE-90 PHONE-91 the settings are published at the registration, and each change immediately", async () => {
  const bench = createBench();
  bench.phone.publish(QUIET);
  expect(published(bench)).toEqual([]);
  bench.register();
  await settle();
  expect(published(bench)).toEqual([
    'publish presence 2592000 entity="sip:alice@demo" <tuple id="setting-presence"><status><basic>open</basic></status></tuple></presence>',
    'publish dialog 2592000 entity="sip:*76101@demo" <dialog id="setting-dnd"><state>terminated</state></dialog></dialog-info>',
    'publish dialog 2592000 entity="sip:*96101@demo" <dialog id="setting-forward"><state>terminated</state></dialog></dialog-info>',
    'publish dialog 2592000 entity="sip:*21101@demo" <dialog id="setting-followme"><state>terminated</state></dialog></dialog-info>',
  ]);
  const before = bench.network.asked.length;
  bench.phone.publish({ ...QUIET, doNotDisturb: true });
  await settle();
  const changed = published(bench, before);
  expect(changed).toHaveLength(2);
  expect(changed[0]).toMatch(/^publish presence tag\d+ 2592000 .*<basic>closed<\/basic>/);
  expect(changed[1]).toMatch(/^publish dialog tag\d+ 2592000 .*"setting-dnd"><state>confirmed</);
});

test("PUBLISH-1 an unknown setting is not published, and an unchanged one not published twice", async () => {
  const bench = createBench();
  bench.register();
  bench.phone.publish({ doNotDisturb: null, forward: null, followMe: true });
  await settle();
  bench.phone.publish({ doNotDisturb: null, forward: null, followMe: true });
  await settle();
  expect(published(bench)).toHaveLength(1);
});

test("PHONE-91 user input is escaped", async () => {
  const bench = createBench();
  bench.register();
  bench.phone.publish({ doNotDisturb: null, forward: { isOn: true, number: '104"/><x' }, followMe: null });
  await settle();
  expect(published(bench)[0]).toContain(
    '<state>confirmed</state><remote><target uri="sip:104%22%2F%3E%3Cx"/></remote>',
  );
});

test("PUBLISH-2 changes during a publication are published after it, only the latest, once", async () => {
  const bench = createBench();
  bench.register();
  for (const doNotDisturb of [true, false, true]) bench.phone.publish({ ...QUIET, doNotDisturb });
  await settle();
  const presence = published(bench).filter((one) => one.startsWith("publish presence"));
  expect(presence).toHaveLength(1);
  expect(presence[0]).toContain("closed");
});

test("PUBLISH-3 it is refreshed after half of its time, without a document; a phone that registers again does so immediately", async () => {
  const bench = createBench();
  bench.phone.publish({ ...QUIET, forward: null, followMe: null });
  bench.register();
  await settle();
  let from = bench.network.asked.length;
  await bench.clock.advance(REFRESH_MS);
  expect(published(bench, from)).toEqual([
    expect.stringMatching(/^publish presence tag\d+ 2592000 $/),
    expect.stringMatching(/^publish dialog tag\d+ 2592000 $/),
  ]);
  from = bench.network.asked.length;
  bench.network.says({ kind: "disconnected" });
  bench.network.says({ kind: "connected" });
  bench.network.says({ kind: "registered" });
  await settle();
  expect(published(bench, from)).toHaveLength(2);
});

test("PUBLISH-3 a shorter time that the phone system grants is the one that counts", async () => {
  const bench = createBench();
  bench.network.grants = 120;
  bench.phone.publish({ doNotDisturb: null, forward: null, followMe: false });
  bench.register();
  await settle();
  const from = bench.network.asked.length;
  await bench.clock.advance(59_000);
  expect(published(bench, from)).toEqual([]);
  await bench.clock.advance(1_000);
  expect(published(bench, from)).toHaveLength(1);
});

test("PUBLISH-4 a tag that the phone system does not know any more is followed by a first publication", async () => {
  const bench = createBench();
  bench.phone.publish({ doNotDisturb: null, forward: null, followMe: false });
  bench.register();
  await settle();
  bench.network.tags.clear();
  const from = bench.network.asked.length;
  bench.phone.publish({ doNotDisturb: null, forward: null, followMe: true });
  await settle();
  expect(published(bench, from)).toEqual([
    expect.stringMatching(/^publish dialog tag\d+ .*confirmed/),
    expect.stringMatching(/^publish dialog 2592000 .*confirmed/),
  ]);
  expect(bench.events).toEqual([]);
});

test("PUBLISH-5 signing out withdraws it; a page that closes leaves it to the next, which continues with the tag", async () => {
  const bench = createBench();
  bench.phone.publish({ ...QUIET, forward: null, followMe: null });
  bench.register();
  await settle();
  bench.phone.leave();
  await bench.clock.advance(12_000);
  expect(published(bench)).toHaveLength(2);
  bench.phone.start();
  bench.network.says({ kind: "connected" });
  bench.network.says({ kind: "registered" });
  await settle();
  expect(published(bench)[2]).toMatch(/^publish presence tag\d+ 2592000 $/);
  const from = bench.network.asked.length;
  void bench.phone.stop();
  await settle();
  expect(published(bench, from)).toEqual([
    expect.stringMatching(/^publish presence tag\d+ 0 $/),
    expect.stringMatching(/^publish dialog tag\d+ 0 $/),
  ]);
  expect(bench.network.asked.at(-1)).toBe("unregister");
  expect(bench.network.tags.size).toBe(0);
});

test("PUBLISH-5 signing out does not wait longer than 2 s for it", async () => {
  const bench = createBench();
  bench.phone.publish(QUIET);
  bench.register();
  await settle();
  bench.network.publishes = "silent";
  void bench.phone.stop();
  await bench.clock.advance(1_999);
  expect(bench.network.asked).not.toContain("unregister");
  await bench.clock.advance(1);
  expect(bench.network.asked).toContain("unregister");
});

test("PHONE-92 a refusal is reported once with the code of its kind, and tried again with the next change or registration", async () => {
  const bench = createBench();
  bench.network.publishes = "refused";
  bench.phone.publish(QUIET);
  bench.register();
  await settle();
  const codes = () => bench.events.flatMap((event) => (event.kind === "failure" ? [event.code] : []));
  const all = [
    "sipua.error.publishDnd",
    "sipua.error.publishDnd",
    "sipua.error.publishForward",
    "sipua.error.publishFollowMe",
  ];
  expect(codes()).toEqual(all);
  expect(bench.events[0]).toMatchObject({ details: { message: "Forbidden" } });
  bench.phone.publish({ ...QUIET, followMe: true });
  await settle();
  expect(published(bench)).toHaveLength(5);
  expect(codes()).toEqual(all);
  bench.network.publishes = "taken";
  bench.network.says({ kind: "disconnected" });
  bench.network.says({ kind: "connected" });
  bench.network.says({ kind: "registered" });
  await settle();
  expect(bench.network.tags.size).toBe(4);
});

test("PHONE-93 message waiting is reported", async () => {
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
