import { header, type SipRequest } from "@callpanel/sip";
import type { SipPhone } from "@callpanel/testkit";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createTestServer, type TestServer } from "../../test/test-server.ts";
import { openSockets, type TestSockets } from "../../test/test-sockets.ts";
import { WAIT } from "../../test/wait.ts";

let server: TestServer;
let sockets: TestSockets;
beforeEach(async () => {
  server = await createTestServer({ takesMessages: false });
  sockets = await openSockets(server);
});
afterEach(async () => {
  sockets.cut();
  await server.remove();
});

const watch = async (phone: SipPhone, to: string, event: string) =>
  phone.request("SUBSCRIBE", {
    to,
    headers: [
      ["Contact", "<sip:a@far.invalid;transport=ws>"],
      ["Event", event],
    ],
  });
const notices = ({ strays }: SipPhone, event: string): readonly SipRequest[] =>
  strays.filter((one) => one.method === "NOTIFY" && header(one, "Event") === event);
const lastOf = (phone: SipPhone, event: string, entity: string): string =>
  notices(phone, event).findLast(({ body }) => body.includes(`entity="sip:${entity}@demo"`))?.body ?? "";

it("WATCH-1 WATCH-2 WATCH-9 a desk phone has lamps for a colleague's calls and settings, and their presence", async () => {
  const alice = await sockets.registered("alice");
  for (const [to, event] of [
    ["102", "dialog"],
    ["*76102", "dialog"],
    ["bob", "presence"],
  ] as const)
    expect((await watch(alice, to, event)).status).toBe(200);
  const shows = async (event: string, entity: string, wanted: string): Promise<void> =>
    vi.waitFor(() => expect(lastOf(alice, event, entity)).toContain(wanted), WAIT);

  await shows("dialog", "102", "<state>terminated</state>");
  await shows("presence", "bob", "<basic>closed</basic>");
  const bob = await sockets.registered("bob");
  await shows("presence", "bob", "<basic>open</basic>");
  const call = bob.call("*43");
  await call.until("talking");
  await shows("dialog", "102", 'direction="initiator"><state>confirmed</state>');
  await shows("presence", "bob", "<rpid:on-the-phone/>");
  call.hangUp();
  await shows("dialog", "102", "<state>terminated</state>");

  await server.send("PUT", "/api/v1/users/2/do_not_disturb", "bob", { enabled: 1 });
  await shows("dialog", "*76102", "<state>confirmed</state>");
  await shows("presence", "bob", "<rpid:busy/>");
  expect(lastOf(alice, "dialog", "102")).toContain("<state>terminated</state>");
});
