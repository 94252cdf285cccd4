import { header, nameAddr, sipUri } from "@callpanel/sip";
import type { PhoneText, TextOutcome } from "@callpanel/phone-port";
import { expect, test } from "vitest";
import { gateway } from "../../test/outside.ts";
import { createTestPbx } from "../../test/test-pbx.ts";

const PLAIN = ["Content-Type", "text/plain;charset=UTF-8"] as const;

function office(outcome: TextOutcome = "taken") {
  const taken: PhoneText[] = [];
  const take = (text: PhoneText): Promise<TextOutcome> => {
    taken.push(text);
    return Promise.resolve(outcome);
  };
  return { pbx: createTestPbx({}, { texting: { take } }), taken };
}

test("TEXT-1, TEXT-2 a telephone's text is taken, from an authenticated person", async () => {
  const { pbx, taken } = office();
  const alice = await pbx.registered("alice");
  const answer = await alice.request("MESSAGE", { to: "102", headers: [PLAIN], body: "Zoë\r\nsays hi\r" });
  expect(answer.status).toBe(202);
  expect(taken).toMatchObject([{ from: { id: 1 }, to: "102", text: "Zoë\nsays hi\n" }]);
  const as = nameAddr(sipUri("bob", "demo"));
  expect((await alice.request("MESSAGE", { to: "102", from: as, headers: [PLAIN], body: "x" })).status).toBe(403);
  const stranger = pbx.phone("alice", { password: "wrong" });
  expect((await stranger.request("MESSAGE", { to: "102", headers: [PLAIN], body: "x" })).status).toBe(401);
  expect(taken).toHaveLength(1);
});

test("TEXT-2 an outside line writes to no one", async () => {
  const { pbx, taken } = office();
  const line = await gateway(pbx);
  expect((await line.request("MESSAGE", { to: "102", headers: [PLAIN], body: "x" })).status).toBe(403);
  expect(taken).toEqual([]);
});

test.each([
  ["taken", 202],
  ["unknown", 404],
  ["forbidden", 403],
  ["unavailable", 480],
  ["tooLong", 413],
  ["tooMany", 503],
] as const)("TEXT-2, TEXT-3, TEXT-4 a message that is %s gets %i", async (outcome, status) => {
  const { pbx } = office(outcome);
  const answer = await pbx.phone("alice").request("MESSAGE", { to: "102", headers: [PLAIN], body: "x" });
  expect([answer.status, header(answer, "Retry-After")]).toEqual([status, status === 503 ? "10" : undefined]);
});

test.each([
  ["text/html", "<b>x</b>", 415],
  ["text/plain;charset=iso-8859-1", "x", 415],
  ['text/plain; charset="utf-8"', "x", 202],
  ["text/plain;charset=US-ASCII", "x", 202],
  ["text/plain", " \r\n ", 400],
  ["text/plain", "", 400],
])("TEXT-3 %s with %j is %i", async (type, body, status) => {
  const { pbx } = office();
  const answer = await pbx.phone("alice").request("MESSAGE", { to: "102", headers: [["Content-Type", type]], body });
  expect(answer.status).toBe(status);
  if (status === 415) expect(header(answer, "Accept")).toBe("text/plain");
});

test("TEXT-4 a person writes twenty at once over all phones, then one in two seconds; others may write", async () => {
  const { pbx, taken } = office();
  const [desk, mobile, bob] = [pbx.phone("alice"), pbx.phone("alice"), pbx.phone("bob")];
  const write = async (phone: typeof desk) =>
    (await phone.request("MESSAGE", { to: "103", headers: [PLAIN], body: "x" })).status;
  for (let n = 0; n < 10; n += 1) expect([await write(desk), await write(mobile)]).toEqual([202, 202]);
  expect([await write(desk), await write(mobile), await write(bob)]).toEqual([503, 503, 202]);
  await pbx.clock.advance(2_000);
  expect([await write(desk), await write(mobile)]).toEqual([202, 503]);
  expect(taken).toHaveLength(22);
});

test("TEXT-5 a message that is sent again has the same id, another one has its own", async () => {
  const { pbx, taken } = office();
  const alice = pbx.phone("alice");
  const again = { to: "102", headers: [PLAIN], body: "x", callId: "one", fromTag: "same", cseq: 7 };
  for (const more of [{}, {}, { cseq: 8 }, { fromTag: "other" }, { callId: "two" }])
    expect((await alice.request("MESSAGE", { ...again, ...more })).status).toBe(202);
  expect(taken[0]?.id).toBe(taken[1]?.id);
  expect(new Set(taken.map(({ id }) => id)).size).toBe(4);
});

test("TEXT-7 OPTIONS names it; a call takes none, and does not say so", async () => {
  const { pbx } = office();
  const [alice, bob] = [await pbx.registered("alice"), await pbx.registered("bob")];
  const options = await alice.request("OPTIONS");
  expect(header(options, "Allow")).toContain("MESSAGE");
  expect(header(options, "Accept")).toContain("text/plain");
  const { out } = await pbx.talk(alice, "102", bob);
  const answer = await out.request("MESSAGE", { headers: [PLAIN], body: "x" });
  expect([answer.status, header(answer, "Allow")?.includes("MESSAGE")]).toEqual([405, false]);
  out.hangUp();
});
