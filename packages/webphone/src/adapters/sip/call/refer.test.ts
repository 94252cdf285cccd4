import { settle } from "@callpanel/testkit/fake-clock";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { REMOTE_SDP } from "../../../../test/fake-peer.ts";
import { FakeStream } from "../../../../test/fake-stream.ts";
import { startAgent } from "../../../../test/sip-agent.ts";
import type { SipServer, SipText } from "../../../../test/sip-server.ts";
import type { CallSession, ReferEvent, SessionEvent, UserAgent } from "../../../ports/user-agent.port.ts";

let agent: UserAgent;
let server: SipServer;

beforeEach(async () => {
  ({ agent, server } = await startAgent());
});
afterEach(async () => {
  agent.stop();
  await settle();
  vi.unstubAllGlobals();
});

interface Talk {
  readonly session: CallSession;
  readonly invite: SipText;
  readonly events: readonly SessionEvent[];
}

async function talk(number: string, answer: "answers" | "rings" = "answers"): Promise<Talk> {
  const events: SessionEvent[] = [];
  const session = agent.call(number, new FakeStream(), (event) => events.push(event));
  await settle();
  const invite = server.newest("INVITE");
  await (answer === "answers" ? server.reply(invite, 200, { body: REMOTE_SDP }) : server.reply(invite, 180));
  return { session, invite, events };
}

/** Refers the call, and returns the outcome. */
async function send({ session }: Talk, number: string, replaced?: Talk) {
  const fares: ReferEvent[] = [];
  session.refer(number, replaced?.session, (event) => fares.push(event));
  await settle();
  return { fares, request: server.newest("REFER") };
}

let cseq = 100;
const notify = (request: SipText, body: string, event = `refer;id=${request.header("CSeq").split(" ")[0]}`) =>
  server.request(
    "NOTIFY",
    [
      `From: ${request.header("To")}`,
      `To: ${request.header("From")}`,
      `Call-ID: ${request.header("Call-ID")}`,
      `CSeq: ${(cseq += 1)} NOTIFY`,
      `Event: ${event}`,
      "Subscription-State: active;expires=60",
      "Content-Type: message/sipfrag;version=2.0",
      "Contact: <sip:b2bua@127.0.0.1;transport=ws>",
    ],
    body,
  );

describe("a REFER", () => {
  test("PHONE-45 goes within the dialog, is taken, and done when a NOTIFY says 200", async () => {
    const call = await talk("102");
    const { fares, request } = await send(call, "103");
    expect(request.header("Refer-To")).toMatch(/^<(sip:)?103(@demo)?>$/);
    expect(request.header("Call-ID")).toBe(call.session.sipCallId);
    expect(request.header("Contact")).toMatch(/^<sip:/); // RFC 3515 §2.1
    expect(fares).toEqual([]);
    await server.reply(request, 202);
    expect(fares).toEqual([{ kind: "taken" }]);
    await notify(request, "SIP/2.0 100 Trying\r\n");
    await notify(request, "SIP/2.0 180 Ringing\r\n");
    expect(fares).toHaveLength(1);
    await notify(request, "SIP/2.0 200 OK\r\n");
    expect(fares).toEqual([{ kind: "taken" }, { kind: "done" }]);
    expect(call.events.some(({ kind }) => kind === "ended")).toBe(false);
  });

  test.each([
    [403, "Forbidden"],
    [486, "Busy Here"],
  ])("PHONE-47 that is refused with %i fails with its reason, and the call goes on", async (status, reason) => {
    const call = await talk("102");
    const { fares, request } = await send(call, "103");
    await server.reply(request, status);
    expect(fares).toEqual([{ kind: "failed", at: "request", reason }]);
    expect(call.events.some(({ kind }) => kind === "ended")).toBe(false);
  });

  test("PHONE-47 a REFER to a target that is not reached fails with the reason of the NOTIFY", async () => {
    const call = await talk("102");
    const { fares, request } = await send(call, "103");
    await server.reply(request, 202);
    await notify(request, "SIP/2.0 486 Busy Here\r\n");
    expect(fares.at(-1)).toEqual({ kind: "failed", at: "target", reason: "Busy Here" });
    await notify(request, "SIP/2.0 404\r\n");
    expect(fares.at(-1)).toMatchObject({ kind: "failed", at: "target" });
  });

  test("PHONE-56 a result that comes before the answer to the REFER counts, and once", async () => {
    const call = await talk("102");
    const { fares, request } = await send(call, "103");
    await notify(request, "SIP/2.0 200 OK\r\n");
    await notify(request, "SIP/2.0 200 OK\r\n");
    await server.reply(request, 202);
    expect(fares.map(({ kind }) => kind)).toEqual(["done", "taken"]);
    expect(server.newest("481").header("CSeq")).toBe(`${cseq} NOTIFY`);
  });

  test.each([
    ["nothing", ""],
    ["no status line", "hello\r\n"],
    ["an invalid status", "SIP/2.0 two hundred\r\n"],
    ["a request line", "INVITE sip:103@demo SIP/2.0\r\n"],
  ])("PHONE-56 a NOTIFY that says %s changes nothing", async (_what, body) => {
    const call = await talk("102");
    const { fares, request } = await send(call, "103");
    await server.reply(request, 202);
    await notify(request, body);
    expect(fares).toEqual([{ kind: "taken" }]);
    await notify(request, "SIP/2.0 200 OK\r\n");
    expect(fares.at(-1)).toEqual({ kind: "done" });
  });

  test("PHONE-56 a NOTIFY of another subscription, or without one, is refused and changes nothing", async () => {
    const call = await talk("102");
    const { fares, request } = await send(call, "103");
    await server.reply(request, 202);
    await notify(request, "SIP/2.0 200 OK\r\n", "refer;id=4711");
    expect(server.newest("481").header("CSeq")).toBe(`${cseq} NOTIFY`);
    await notify(request, "SIP/2.0 200 OK\r\n", "presence");
    expect(server.newest("489").header("CSeq")).toBe(`${cseq} NOTIFY`);
    expect(fares).toEqual([{ kind: "taken" }]);
  });

  test("PHONE-56 a NOTIFY after the call has ended is refused, and nothing is reported", async () => {
    const call = await talk("102");
    const { fares, request } = await send(call, "103");
    await server.reply(request, 202);
    call.session.terminate();
    await settle();
    await notify(request, "SIP/2.0 200 OK\r\n");
    expect(fares).toEqual([{ kind: "taken" }]);
  });
});

describe("in place of another call", () => {
  test("PHONE-51 Replaces names the other call's dialog", async () => {
    const first = await talk("102");
    const second = await talk("103");
    const { request } = await send(first, "103", second);
    const replaces = decodeURIComponent(/\?Replaces=([^>]+)>/.exec(request.header("Refer-To"))?.[1] ?? "");
    const fromTag = /;tag=([^;]+)/.exec(second.invite.header("From"))?.[1];
    expect(replaces.split(";").toSorted()).toEqual(
      [second.session.sipCallId, `from-tag=${fromTag}`, "to-tag=server"].toSorted(),
    );
  });

  test("PHONE-55 Replaces names the early dialog of a call that rings", async () => {
    const first = await talk("102");
    const ringing = await talk("103", "rings");
    const { request } = await send(first, "103", ringing);
    expect(decodeURIComponent(request.header("Refer-To"))).toContain(
      `?Replaces=${ringing.session.sipCallId};to-tag=server;`,
    );
  });

  test("PHONE-51 a call without a dialog, or with several, cannot be replaced, and one that is not up cannot be referred", async () => {
    const first = await talk("102");
    const session = agent.call("103", new FakeStream(), () => undefined);
    await settle();
    const invite = server.newest("INVITE");
    const replaces = () => first.session.refer("103", session, () => undefined);
    expect(replaces).toThrow("Refer replace session not found");
    await server.reply(invite, 180, { tag: "one" });
    await server.reply(invite, 180, { tag: "two" });
    expect(replaces).toThrow("Refer replace session not found");
    expect(() => session.refer("102", undefined, () => undefined)).toThrow("Referer session not found");
  });
});
