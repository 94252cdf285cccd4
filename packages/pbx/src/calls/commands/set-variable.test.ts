import { header, type HeaderField } from "@callpanel/sip";
import { settle, type PhoneCall } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx } from "../../../test/test-pbx.ts";
import { BOBS_NUMBER, gateway, giveNumbers, STRANGER } from "../../../test/outside.ts";

function popOf(call: PhoneCall): readonly (string | undefined)[] {
  return ["X-Screen-Pop-Conf", "X-Screen-Pop-Vars"].map((name) =>
    call.invite === undefined ? undefined : header(call.invite, name),
  );
}

test("CALL-54 a variable goes with the call to the next phone that is rung, also after a transfer", async () => {
  const pbx = createTestPbx();
  const [alice, bob, carol] = [
    await pbx.registered("alice"),
    await pbx.registered("bob"),
    await pbx.registered("carol"),
  ];
  const { out, in: incoming } = await pbx.talk(alice, "102", bob);
  expect(popOf(incoming)).toEqual([undefined, undefined]);
  const { setVariable } = pbx.system.commands;
  const legId = pbx.legOf(incoming);
  expect(await setVariable({ legId, name: "customer", value: "Ödön & Søn, 50 %" })).toEqual({
    ok: true,
    value: undefined,
  });
  expect(await setVariable({ legId: pbx.legOf(out), name: "ticket_7", value: "1" })).toMatchObject({ ok: true });
  expect(await setVariable({ legId, name: "ticket_7", value: "2" })).toMatchObject({ ok: true });
  await incoming.request("REFER", { headers: [["Refer-To", "<sip:103@demo>"]] });
  const target = await carol.incoming();
  expect(popOf(target)).toEqual([undefined, "customer=%C3%96d%C3%B6n%20%26%20S%C3%B8n%2C%2050%20%25&ticket_7=2"]);
});

test("CALL-55 at most 20 per call, with plain names and values of one line; an unknown leg is unknownLeg", async () => {
  const pbx = createTestPbx();
  const [alice, bob] = [await pbx.registered("alice"), await pbx.registered("bob")];
  const { out } = await pbx.talk(alice, "102", bob);
  const legId = pbx.legOf(out);
  const set = async (name: string, value: string): Promise<boolean> =>
    (await pbx.system.commands.setVariable({ legId, name, value })).ok;
  for (const name of ["", "1st", "a-b", "a b", "a".repeat(65), "é"]) expect(await set(name, "x")).toBe(false);
  for (const value of ["a\r\nX-Evil: 1", "a\nb", "a\u0000", "x".repeat(1_025)])
    expect(await set("name", value)).toBe(false);
  for (let at = 1; at <= 20; at += 1) expect(await set(`v${at}`, String(at))).toBe(true);
  expect(await set("v21", "x")).toBe(false);
  expect(await set("v20", "changed")).toBe(true);
  expect(await pbx.system.commands.setVariable({ legId: "nobody", name: "a", value: "b" })).toEqual({
    ok: false,
    why: "unknownLeg",
  });
  out.hangUp();
  await settle();
  expect(await set("v1", "late")).toBe(false);
});

test("CALL-56 a caller cannot open a page at the callee: a colleague's header fields are dropped, also after a transfer", async () => {
  const pbx = createTestPbx();
  const [alice, bob, carol] = [
    await pbx.registered("alice"),
    await pbx.registered("bob"),
    await pbx.registered("carol"),
  ];
  const headers: readonly HeaderField[] = [
    ["X-Screen-Pop-Conf", "type=url&url=https://evil.example/login"],
    ["X-Screen-Pop-Vars", "customer=7"],
  ];
  const out = alice.call("102", { headers });
  const incoming = await bob.incoming();
  expect(popOf(incoming)).toEqual([undefined, undefined]);
  await incoming.answer();
  await out.until("talking");
  await settle();
  await pbx.system.commands.setVariable({ legId: pbx.legOf(out), name: "more", value: "1" });
  await incoming.request("REFER", { headers: [["Refer-To", "<sip:103@demo>"]] });
  expect(popOf(await carol.incoming())).toEqual([undefined, "more=1"]);
});

test("CALL-56 the page of a direct number goes with a call to it, to every phone that is rung", async () => {
  const pbx = createTestPbx();
  giveNumbers(pbx);
  const url = "https://crm.example/?from={number}&ticket={ticket}";
  pbx.directory.setPopPage(BOBS_NUMBER, { url, trigger: "answered" });
  const [bob, carol, line] = [await pbx.registered("bob"), await pbx.registered("carol"), await gateway(pbx)];
  const headers: readonly HeaderField[] = [["X-Screen-Pop-Conf", "type=url&url=https://evil.example"]];
  const call = line.call(BOBS_NUMBER, { fromNumber: STRANGER, headers });
  const incoming = await bob.incoming();
  const conf = `type=url&trigger=answered&url=${encodeURIComponent(url)}`;
  expect(popOf(incoming)).toEqual([conf, undefined]);
  await incoming.answer();
  await call.until("talking");
  await settle();
  await pbx.system.commands.setVariable({ legId: pbx.legOf(incoming), name: "ticket", value: "7" });
  await incoming.request("REFER", { headers: [["Refer-To", "<sip:103@demo>"]] });
  expect(popOf(await carol.incoming())).toEqual([conf, "ticket=7"]);
});
