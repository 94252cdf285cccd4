import { settle } from "@callpanel/testkit/fake-clock";
import { afterEach, describe, expect, test, vi } from "vitest";
import { FakePeer, REMOTE_SDP } from "../../../../test/fake-peer.ts";
import { FakeStream } from "../../../../test/fake-stream.ts";
import { FROM_BOB, startAgent } from "../../../../test/sip-agent.ts";

afterEach(() => vi.unstubAllGlobals());

const SDP = "Content-Type: application/sdp";

describe("a dialled call", () => {
  test("PHONE-133 the first 2xx of a fork is the call, each other one is acknowledged and ended", async () => {
    const { server, dial } = await startAgent();
    const { told, invite } = await dial();
    await server.reply(invite, 180, { tag: "one" });
    await server.reply(invite, 180, { tag: "two" });
    await server.reply(invite, 200, { tag: "two", body: REMOTE_SDP });
    await server.reply(invite, 200, { tag: "one", body: REMOTE_SDP });
    const sent = server.received.filter(({ start }) => start === "ACK" || start === "BYE");
    expect(sent.map((one) => `${one.start} ${/tag=(\w+)/.exec(one.header("To"))?.[1] ?? ""}`)).toEqual([
      "ACK two",
      "ACK one",
      "BYE one",
    ]);
    expect(told.map(({ kind }) => kind)).toEqual(["ringing", "ringing", "accepted"]);
  });

  test("PHONE-133 at most eight early dialogs are kept; a 2xx of another one is still the call", async () => {
    const { server, dial } = await startAgent();
    const { told, invite } = await dial();
    for (let fork = 1; fork <= 20; fork += 1) await server.reply(invite, 180, { tag: `f${fork}` });
    const ask = async (tag: string, cseq: number) => {
      const fields = [`To: ${invite.header("From")}`, `Call-ID: ${invite.header("Call-ID")}`, `CSeq: ${cseq} OPTIONS`];
      await server.request("OPTIONS", [`From: <sip:102@demo>;tag=${tag}`, ...fields]);
      return server.received.at(-1)?.start;
    };
    expect([await ask("f8", 1), await ask("f9", 2)]).toEqual(["200", "481"]);
    await server.reply(invite, 200, { tag: "f20", body: REMOTE_SDP });
    expect(server.newest("ACK").header("To")).toContain("tag=f20");
    expect(told.map(({ kind }) => kind)).toEqual([...Array.from({ length: 8 }, () => "ringing"), "accepted"]);
  });

  test.each(["900@demo\r\nX-Evil: 1", "900@demo?Replaces=1", "900@demo;maddr=10.0.0.1", "900@[::1"])(
    "PHONE-139 of %j only the host can be a host",
    async (number) => {
      const { dial } = await startAgent();
      const { invite } = await dial(number);
      expect(invite.has("X-Evil")).toBe(false);
      expect(invite.uri).toMatch(/^sip:900%40[^@]*@demo$/);
    },
  );

  test.each(["900@pbx.example", "900@192.0.2.1:5070", "900@[2001:db8::1]"])(
    "PHONE-139 %s is dialled as it is",
    async (number) => {
      const { dial } = await startAgent();
      expect((await dial(number)).invite.uri).toBe(`sip:${number}`);
    },
  );

  test("PHONE-133 a 2xx that crosses the CANCEL is acknowledged and ended", async () => {
    const { server, dial } = await startAgent();
    const { session, told, invite } = await dial();
    await server.reply(invite, 180);
    session.terminate();
    await server.reply(invite, 200, { body: REMOTE_SDP });
    expect(server.newest("CANCEL").header("CSeq")).toBe(`${invite.header("CSeq").split(" ")[0]} CANCEL`);
    expect(server.newest("BYE").header("Call-ID")).toBe(session.sipCallId);
    expect(server.newest("ACK").header("Call-ID")).toBe(session.sipCallId);
    expect(told.map(({ kind }) => kind)).toEqual(["ringing", "ended"]);
  });

  test("PHONE-133 a CANCEL waits for the first provisional response (RFC 3261 §9.1)", async () => {
    const { server, dial } = await startAgent();
    const { session, invite } = await dial();
    session.terminate();
    await settle();
    expect(server.received.some(({ start }) => start === "CANCEL")).toBe(false);
    await server.reply(invite, 100);
    expect(server.newest("CANCEL").header("Call-ID")).toBe(session.sipCallId);
  });

  test("PHONE-134 a reliable response is confirmed by PRACK, one out of order is not taken", async () => {
    const { server, dial } = await startAgent();
    const { told, invite } = await dial();
    const reliable = (rseq: number) => ({ headers: ["Require: 100rel", `RSeq: ${rseq}`], body: REMOTE_SDP });
    await server.reply(invite, 183, reliable(7));
    expect(server.newest("PRACK").header("RAck")).toBe(`7 ${invite.header("CSeq")}`);
    await server.reply(invite, 183, reliable(9));
    expect(server.received.filter(({ start }) => start === "PRACK")).toHaveLength(1);
    // The answer was in the reliable response, so the 2xx has none (RFC 3262 §5).
    await server.reply(invite, 200);
    expect(told.map(({ kind }) => kind)).toEqual(["earlyMedia", "accepted"]);
  });

  test("PHONE-23 a 2xx without any description is acknowledged and ended as a failure of media", async () => {
    const { server, dial } = await startAgent();
    const { told, invite } = await dial();
    await server.reply(invite, 200);
    expect(server.newest("BYE").header("Call-ID")).toBe(invite.header("Call-ID"));
    expect(told).toMatchObject([{ kind: "ended", end: { by: "system", fault: "media", cause: "Missing SDP" } }]);
    expect(FakePeer.made.at(-1)?.closed).toBe(true);
  });
});

describe("offers within a call", () => {
  test("PHONE-135 the far end's re-INVITE is answered, also one without an offer", async () => {
    const { server, talk, within } = await startAgent();
    const { invite } = await talk();
    await server.request(
      "INVITE",
      [...within(invite), "CSeq: 2 INVITE", SDP],
      REMOTE_SDP.replace("sendrecv", "sendonly"),
    );
    await settle();
    expect(server.newest("200").body).toContain("a=recvonly");
    await server.request("ACK", [...within(invite), "CSeq: 2 ACK"]);
    await server.request("INVITE", [...within(invite), "CSeq: 3 INVITE"]);
    await settle();
    expect(server.newest("200").body).toContain("m=audio");
    await server.request("ACK", [...within(invite), "CSeq: 3 ACK", SDP], REMOTE_SDP);
    expect(FakePeer.made.at(-1)).toMatchObject({ signalingState: "stable", closed: false });
  });

  test("PHONE-135 an offer that meets ours gets 491; ours that gets 491 is sent again later", async () => {
    const { clock, server, talk, within } = await startAgent();
    const { session, invite } = await talk();
    const held = session.setDirection("sendonly");
    await settle();
    const ours = server.newest("INVITE");
    await server.request("INVITE", [...within(invite), "CSeq: 2 INVITE", SDP], REMOTE_SDP);
    expect(server.newest("491").header("CSeq")).toBe("2 INVITE");
    await server.reply(ours, 491);
    expect(server.newest("INVITE").header("CSeq")).toBe(ours.header("CSeq"));
    await clock.advance(4_100);
    await settle();
    const again = server.newest("INVITE");
    expect(Number(again.header("CSeq").split(" ")[0])).toBeGreaterThan(Number(ours.header("CSeq").split(" ")[0]));
    expect(again.body).toContain("a=sendonly");
    await server.reply(again, 200, { body: REMOTE_SDP });
    await held;
  });

  test("PHONE-135 a second offer before the first is answered gets 500 with Retry-After", async () => {
    const { server, talk, within } = await startAgent();
    const { invite } = await talk();
    await server.request("INVITE", [...within(invite), "CSeq: 2 INVITE"]);
    await server.request("UPDATE", [...within(invite), "CSeq: 3 UPDATE", SDP], REMOTE_SDP);
    expect(server.newest("500").header("Retry-After")).toMatch(/^\d+$/);
  });

  test("PHONE-135 an offer that the browser cannot read gets 488, and the call goes on", async () => {
    const { server, talk, within } = await startAgent();
    const { told, invite } = await talk();
    vi.spyOn(FakePeer.prototype, "setRemoteDescription").mockRejectedValueOnce(new Error("no SDP"));
    await server.request("INVITE", [...within(invite), "CSeq: 2 INVITE", SDP], "nonsense");
    expect(server.newest("488").header("CSeq")).toBe("2 INVITE");
    expect(told.map(({ kind }) => kind)).toEqual(["accepted"]);
  });
});

describe("Replaces", () => {
  const ids = (call: Awaited<ReturnType<Awaited<ReturnType<typeof startAgent>>["talk"]>>) => call.session.dialog();

  test("PHONE-136 an INVITE with Replaces takes the place of the call that it names", async () => {
    const { server, talk, ring } = await startAgent();
    const old = await talk();
    const id = ids(old);
    const call = await ring([`Replaces: ${id?.callId};to-tag=${id?.localTag};from-tag=${id?.remoteTag}`]);
    expect(call.autoAnswer).toBe(true);
    call.answer(new FakeStream());
    await settle();
    await settle();
    expect(server.newest("200").body).toContain("m=audio");
    expect(server.newest("BYE").header("Call-ID")).toBe(old.session.sipCallId);
    expect(old.told.at(-1)).toMatchObject({ kind: "ended", end: { by: "remote" } });
  });

  const ringing = async () => {
    const agent = await startAgent();
    const old = await agent.dial();
    await agent.server.reply(old.invite, 180, { tag: "bob1" });
    const from = /tag=(\w+)/.exec(old.invite.header("From"))?.[1] ?? "";
    const named = `Replaces: ${old.session.sipCallId};to-tag=${from};from-tag=bob1`;
    const take = async (field: string) => {
      const call = await agent.ring([field]);
      return async () => {
        call.answer(new FakeStream());
        await settle();
        await settle();
      };
    };
    return { ...agent, old, named, take };
  };

  test("PHONE-136 it takes the place of a call that this side has dialled and that still rings: that one is cancelled", async () => {
    const { server, old, named, take } = await ringing();
    await (
      await take(`${named};early-only`)
    )();
    expect(server.newest("200").body).toContain("m=audio");
    expect(server.newest("CANCEL").header("Call-ID")).toBe(old.session.sipCallId);
    expect(old.told.at(-1)).toMatchObject({ kind: "ended", end: { by: "remote", cause: "Replaced" } });
    await server.reply(server.newest("CANCEL"), 200);
    await server.reply(old.invite, 200, { tag: "bob1", body: REMOTE_SDP });
    expect(server.newest("BYE").header("Call-ID")).toBe(old.session.sipCallId);
    expect(FakePeer.made.map(({ closed }) => closed)).toEqual([true, false]);
  });

  test("PHONE-136 early-only leaves a call that was answered meanwhile, and never takes one that rings here", async () => {
    const { agent, server, events, old, named, take } = await ringing();
    const answer = await take(`${named};early-only`);
    await server.reply(old.invite, 200, { tag: "bob1", body: REMOTE_SDP });
    await answer();
    expect(old.told.map(({ kind }) => kind)).toEqual(["ringing", "accepted"]);
    expect(server.received.some(({ start }) => start === "BYE" || start === "CANCEL")).toBe(false);
    const tag = /tag=(\w+)/.exec(server.newest("180").header("To"))?.[1] ?? "";
    const more = ["From: <sip:103@demo>;tag=carol", "To: <sip:alice@demo>", "CSeq: 1 INVITE", SDP];
    await server.request(
      "INVITE",
      [...more, "Call-ID: in-2", "Contact: <sip:b2bua@127.0.0.1;transport=ws>"],
      REMOTE_SDP,
    );
    const second = /tag=(\w+)/.exec(server.newest("180").header("To"))?.[1] ?? "";
    expect(second).not.toBe(tag);
    const replaces = `Replaces: in-2;to-tag=${second};from-tag=carol`;
    await server.request(
      "INVITE",
      [...more, "Call-ID: in-3", "Contact: <sip:b2bua@127.0.0.1;transport=ws>", replaces],
      REMOTE_SDP,
    );
    expect(server.newest("481").header("Call-ID")).toBe("in-3");
    expect(events.filter(({ kind }) => kind === "incoming")).toHaveLength(2);
    agent.stop();
  });

  test.each([
    ["unknown", "Replaces: nothing;to-tag=a;from-tag=b", "481"],
    ["malformed", "Replaces: nothing", "400"],
  ])("PHONE-136 a header that is %s is refused", async (_what, field, status) => {
    const { server, events } = await startAgent();
    await server.request("INVITE", [...FROM_BOB, "To: <sip:alice@demo>", "CSeq: 1 INVITE", SDP, field], REMOTE_SDP);
    expect(server.newest(status).header("Call-ID")).toBe("in-1");
    expect(events.some(({ kind }) => kind === "incoming")).toBe(false);
  });
});

describe("remaining timers and objects", () => {
  test("PHONE-138 ended calls of every kind leave no timer, no peer connection and no dialog", async () => {
    const { agent, clock, server, dial, talk, ring, within } = await startAgent();
    const refused = await dial();
    await server.reply(refused.invite, 486);
    const cancelled = await dial();
    await server.reply(cancelled.invite, 180);
    cancelled.session.terminate();
    await server.reply(cancelled.invite, 487);
    await server.reply(server.newest("CANCEL"), 200);
    const spoken = await talk();
    await server.request("BYE", [...within(spoken.invite), "CSeq: 2 BYE"]);
    const missed = await ring();
    missed.reject(486);
    await settle();
    await server.request("ACK", [...FROM_BOB, `To: ${server.newest("486").header("To")}`, "CSeq: 1 ACK"]);
    await clock.advance(33_000);
    expect(FakePeer.made.every(({ closed }) => closed)).toBe(true);
    await server.request("INFO", [...within(spoken.invite), "CSeq: 3 INFO"]);
    expect(server.newest("481").header("CSeq")).toBe("3 INFO");
    agent.stop();
    await clock.advance(2_000);
    expect(clock.timerCount).toBe(0);
  });

  test("PHONE-138 an incoming call without an answer is given up after 180 s, one with Expires after its time", async () => {
    const { clock, server, ring } = await startAgent();
    await ring(["Expires: 20"]);
    await clock.advance(20_000);
    expect(server.newest("487").header("Call-ID")).toBe("in-1");
  });
});
