import { errorBodySchema, sipConfigSchema } from "@callpanel/contract";
import { header } from "@callpanel/sip";
import { createFakeClock, settle } from "@callpanel/testkit";
import { startPushReceiver, type PushReceiver } from "@callpanel/testkit/push-receiver";
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { bearer, createTestServer, type TestServer } from "../../../test/test-server.ts";
import { openSockets, type TestSockets } from "../../../test/test-sockets.ts";
import { createMemoryShortLived } from "../../kernel/short-lived/short-lived-memory.ts";
import { createCallWaking } from "./call-waking.ts";

const SUBSCRIPTIONS = "/api/v1/push/subscriptions";
const ringingSchema = z.object({
  kind: z.literal("show"),
  tag: z.string(),
  title: z.string(),
  body: z.string(),
  call: z.object({
    id: z.string(),
    answer: z.string(),
    decline: z.string(),
    declinePath: z.string(),
    token: z.string(),
  }),
});

describe("calls that ring in browsers without a page", () => {
  let server: TestServer;
  let receiver: PushReceiver;
  let sockets: TestSockets;
  beforeEach(async () => {
    receiver = await startPushReceiver();
    server = await createTestServer({ pushTestService: receiver.origin, takesMessages: false });
    sockets = await openSockets(server);
  });
  afterEach(async () => {
    sockets.cut();
    await server.remove();
    await receiver.stop();
  });

  /** A browser of a person; all are served by one push service. */
  const subscribe = async (username: string, browser = "", locale = "en-US") => {
    const endpoint = `${receiver.endpoint}${browser}`;
    const answer = await server.send("POST", SUBSCRIPTIONS, username, { endpoint, keys: receiver.keys, locale });
    expect(answer.status).toBe(200);
    return endpoint;
  };
  const pushed = (count: number) => expect.poll(() => receiver.received).toHaveLength(count);
  const rung = (at: number) => ringingSchema.parse(receiver.received.at(at)?.message);
  const ring = async () => {
    const before = receiver.received.length;
    const alice = await sockets.registered("alice");
    const out = alice.call("102");
    await out.until("ringing");
    await pushed(before + 1);
    return { alice, out, push: rung(-1) };
  };
  const decline = async (token: string, path = "/api/v1/push/declines") => {
    const answer = await server.app.inject({ method: "POST", url: path, payload: { token } });
    return answer.statusCode === 200 ? "declined" : errorBodySchema.parse(answer.json()).code;
  };
  /** The phone of an open panel, with the secret of its session. */
  const panelPhone = async (username: string) => {
    const { ha1 } = sipConfigSchema.parse((await server.get("/api/v1/config/sipua", username)).body);
    const { sip } = await sockets.phone(username, { ha1 });
    expect((await sip.register()).status).toBe(200);
    return sip;
  };
  const idOf = async (username: string) => (await server.stores.users.byUsername(username))?.id ?? 0;

  it("PUSH-20 PUSH-24 CALL-121 the notification has the buttons, and the panel that it opens gets the call that rings", async () => {
    await subscribe("bob");
    const { out, push } = await ring();
    expect(push).toMatchObject({
      title: "Alice Archer",
      body: "Incoming call · 101",
      tag: `call-${push.call.id}`,
      call: { answer: "Answer", decline: "Decline", declinePath: "/api/v1/push/declines" },
    });
    for (const shown of [push.title, push.body]) expect(shown).not.toContain(push.call.token);
    expect(receiver.received[0]?.headers).toMatchObject({ ttl: "60", urgency: "high" });
    const bob = await sockets.registered("bob");
    const incoming = await bob.incoming();
    expect(incoming.invite && header(incoming.invite, "X-Pushed-Call")).toBe(push.call.id);
    await incoming.answer();
    expect(await out.until("talking")).toBe("talking");
    await pushed(2);
    expect(receiver.received[1]?.message).toEqual({ kind: "close", tag: push.tag });
    expect(receiver.received[1]?.headers["topic"]).toBe(receiver.received[0]?.headers["topic"]);
    out.hangUp();
    await out.until("ended");
    expect(await decline(push.call.token)).toBe("declined"); // of a call that is answered: without effect
  });

  it("PUSH-21 all browsers of a person ring, each in its language with a token of its own, and all are closed", async () => {
    await subscribe("bob", "/1");
    await subscribe("bob", "/2", "fr-CA");
    const alice = await sockets.registered("alice");
    const out = alice.call("102");
    await out.until("ringing");
    await pushed(2);
    const [one, other] = [rung(0), rung(1)].toSorted((a, b) => a.body.localeCompare(b.body));
    expect(one?.call).toMatchObject({ answer: "Répondre", decline: "Refuser" });
    expect(other?.call.answer).toBe("Answer");
    expect(one?.call.token).not.toBe(other?.call.token);
    expect(await decline(one?.call.token ?? "")).toBe("declined");
    await out.until("ended");
    await pushed(4);
    expect(receiver.received.slice(2).map(({ message }) => message)).toEqual(
      Array.from({ length: 2 }, () => ({ kind: "close", tag: one?.tag })),
    );
  });

  it("PUSH-21 a call that nobody takes becomes a missed call when the ringing time is over", async () => {
    await subscribe("bob");
    const { out, push } = await ring();
    await server.clock.advance(60_000);
    await out.until("ended");
    await pushed(2);
    expect(receiver.received[1]?.message).toMatchObject({ kind: "show", tag: push.tag, body: "Missed call · 101" });
    expect(receiver.received[1]?.message).not.toHaveProperty("call");
  });

  it("PUSH-22 the token declines its call once; the caller hears that the person is busy", async () => {
    await subscribe("bob");
    const { out, push } = await ring();
    expect(await decline("stolen-or-guessed")).toBe("push.callOver");
    expect(out.state).toBe("ringing");
    expect(await decline(push.call.token, push.call.declinePath)).toBe("declined");
    await out.until("ended");
    expect(out.statuses.at(-1)).toBe(486);
    expect(await decline(push.call.token)).toBe("push.callOver");
  });

  it("PUSH-22 the token of one call does nothing to the next one of the same caller", async () => {
    await subscribe("bob");
    const first = await ring();
    first.out.hangUp();
    await pushed(2);
    const second = await ring();
    expect(await decline(first.push.call.token)).toBe("declined"); // that one is over
    expect(second.out.state).toBe("ringing");
    expect(await decline(second.push.call.token)).toBe("declined");
    await second.out.until("ended");
    expect(second.out.statuses.at(-1)).toBe(486);
  });

  it("PUSH-22 a token is worth nothing after the time of ringing", async () => {
    await subscribe("bob");
    const { push } = await ring();
    await server.clock.advance(60_000);
    expect(await decline(push.call.token)).toBe("push.callOver");
  });

  it("PUSH-22 a token ends with the session, with the subscription, and when the browser is another person's", async () => {
    const bob = await idOf("bob");
    const ways: ReadonlyArray<(endpoint: string) => Promise<unknown>> = [
      (endpoint) => server.send("DELETE", SUBSCRIPTIONS, "bob", { endpoint }),
      async () => subscribe("carol", "/0"),
      async () => {
        const [browser] = await server.stores.pushSubscriptions.of(bob, server.clock.now());
        await server.stores.sessions.revoke(browser?.sessionId ?? "", server.clock.now());
      },
    ];
    for (const lose of ways) {
      const endpoint = await subscribe("bob", "/0");
      const { out, push } = await ring();
      await lose(endpoint);
      expect(await decline(push.call.token)).toBe("push.callOver");
      expect(out.state).toBe("ringing");
      out.hangUp();
      await out.until("ended");
    }
  });

  it("PUSH-6 PUSH-23 when the push service knows none of the browsers any more the caller does not wait", async () => {
    await subscribe("bob");
    receiver.answer(410);
    const out = (await sockets.registered("alice")).call("102");
    await out.until("ended");
    expect(out.statuses.at(-1)).toBe(480);
    expect(await server.stores.pushSubscriptions.of(await idOf("bob"), server.clock.now())).toEqual([]);
  });

  it("PUSH-23 a push service that does not answer delays nothing: the call rings, and a phone that registers gets it", async () => {
    await subscribe("bob");
    const release = receiver.hold();
    const { out } = await ring();
    await (await (await sockets.registered("bob")).incoming()).answer();
    expect(await out.until("talking")).toBe("talking");
    release();
    await pushed(2);
    expect(receiver.received[1]?.message).toMatchObject({ kind: "close" });
    out.hangUp();
    await out.until("ended");
  });

  it("PUSH-20 a person without a phone and without a browser is not reached", async () => {
    const dave = (await sockets.registered("alice")).call("104");
    await dave.until("ended");
    expect([dave.statuses.at(-1), receiver.received]).toEqual([480, []]);
  });

  it("PUSH-27 PUSH-21 a desk phone and a browser without a panel ring together; when the phone answers, the notification closes", async () => {
    await subscribe("bob");
    const desk = await sockets.registered("bob");
    const { out, push } = await ring();
    expect(push).toMatchObject({ title: "Alice Archer", body: "Incoming call · 101" });
    const answering = await desk.incoming();
    await answering.answer();
    expect(await out.until("talking")).toBe("talking");
    await pushed(2);
    expect(receiver.received[1]?.message).toEqual({ kind: "close", tag: push.tag });
    expect(await decline(push.call.token)).toBe("declined"); // of a call that is answered: without effect
    expect([out.state, answering.state]).toEqual(["talking", "talking"]);
    out.hangUp();
    await out.until("ended");
    await server.clock.advance(60_000);
    expect(receiver.received).toHaveLength(2);
  });

  it("PUSH-27 the panel that is opened from the notification rings beside the desk phone, and takes the call", async () => {
    await subscribe("bob");
    const desk = await sockets.registered("bob");
    const { out, push } = await ring();
    const ringing = await desk.incoming();
    const page = await panelPhone("bob");
    const late = await page.incoming();
    expect(late.invite && header(late.invite, "X-Pushed-Call")).toBe(push.call.id);
    await late.answer();
    await Promise.all([out.until("talking"), ringing.until("ended")]);
    await pushed(2);
    expect(receiver.received[1]?.message).toEqual({ kind: "close", tag: push.tag });
    out.hangUp();
    await out.until("ended");
  });

  it("PUSH-28 a browser whose panel is open gets no notification, the others of the person do", async () => {
    await subscribe("bob", "/open");
    const elsewhere = await server.signIn("bob");
    const closed = { endpoint: `${receiver.endpoint}/closed`, keys: receiver.keys };
    const made = await server.app.inject({
      method: "POST",
      url: SUBSCRIPTIONS,
      headers: bearer(elsewhere.access_token),
      payload: closed,
    });
    expect(made.statusCode).toBe(200);
    const page = await panelPhone("bob");
    const { out } = await ring();
    (await page.incoming()).reject(500);
    await out.until("ended");
    await pushed(2);
    const told = receiver.received.map(({ path, message }) => [
      path.split("/").at(-1),
      z.looseObject({}).parse(message)["body"],
    ]);
    expect(told).toEqual([
      ["closed", "Incoming call · 101"],
      ["closed", "Missed call · 101"],
    ]);
    // Also after the panel has closed the call is over for it: nothing is said late.
    await page.unregister();
    await server.clock.advance(60_000);
    expect(receiver.received).toHaveLength(2);
  });

  it("PUSH-29 Decline stops all phones of the person, and the caller hears that they are busy", async () => {
    await subscribe("bob");
    const desk = await sockets.registered("bob");
    const { out, push } = await ring();
    const ringing = await desk.incoming();
    expect(await decline(push.call.token)).toBe("declined");
    await Promise.all([out.until("ended"), ringing.until("ended")]);
    expect(out.statuses.at(-1)).toBe(486);
    await pushed(2);
    expect(receiver.received[1]?.message).toEqual({ kind: "close", tag: push.tag });
    expect(await decline(push.call.token)).toBe("push.callOver");
  });

  it("PUSH-29 in a call that rings several people a token works only for the person's own phones, and not after another person has answered", async () => {
    const numbers = ["103", "104"].map((number) => ({ number, timeout: 30 }));
    const plan = { enabled: true, strategy: "ringall", numbers };
    const put = await server.send("PUT", `/api/v1/users/${await idOf("bob")}/follow_me`, "bob", plan);
    expect(put.status).toBe(200);
    await subscribe("carol", "/carol");
    await subscribe("dave", "/dave");
    const [carol, dave] = [await sockets.registered("carol"), await sockets.registered("dave")];
    const out = (await sockets.registered("alice")).call("102");
    await pushed(2);
    const tokenFor = (name: string) =>
      rung(receiver.received.findIndex(({ path }) => path.endsWith(`/${name}`))).call.token;
    const [ringing, other] = [await carol.incoming(), await dave.incoming()];
    await out.until("ringing");
    expect(await decline(tokenFor("carol"))).toBe("declined");
    await ringing.until("ended");
    expect([out.state, other.state]).toEqual(["ringing", "ringing"]);
    await other.answer();
    expect(await out.until("talking")).toBe("talking");
    expect(await decline(tokenFor("dave"))).toBe("declined"); // of a call that is answered: without effect
    expect([out.state, other.state]).toEqual(["talking", "talking"]);
    out.hangUp();
    await out.until("ended");
  });

  it("PUSH-5 a person who may have no phone gets no buttons", async () => {
    await subscribe("erin");
    const alice = await sockets.registered("alice");
    await alice.call("105").until("ended");
    await pushed(2);
    for (const { message } of receiver.received) expect(message).not.toHaveProperty("call");
    expect(receiver.received[1]?.message).toMatchObject({ body: "Missed call · 101" });
  });
});

it("PUSH-22 a token does not work for a person who may no longer take calls, or after the server has stopped taking them", async () => {
  const clock = createFakeClock();
  let mayTakeCalls = true;
  const tokens: string[] = [];
  const declined: string[] = [];
  const browser = {
    endpoint: "https://push.example.com/x",
    userId: 2,
    sessionId: "s",
    p256dh: "k",
    auth: "a",
    locale: "en-US",
    createdAt: 0,
  } as const;
  const listeners = new Set<(fact: never) => void>();
  const waking = createCallWaking({
    shortLived: createMemoryShortLived(clock),
    random: (count) => randomBytes(count),
    clock,
    store: { of: async () => [browser] },
    pushes: {
      tell: async (_userId, { messageIn }) => {
        const message = await messageIn("en-US", browser.endpoint);
        if (message.kind === "show" && message.call !== undefined) tokens.push(message.call.token);
        return 1;
      },
    },
    phones: { has: async () => false, sessionsOf: async () => new Set() },
    mayTakeCalls: () => mayTakeCalls,
    bus: {
      publish: (_topic, fact) => declined.push(JSON.stringify(fact)),
      subscribe: (_topic, listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    ringSeconds: 60,
    topicOf: (id) => id,
  });
  const from = { name: "Alice", number: "101" };
  const call = { id: "c1", userId: 2, from, rings: false, decline: () => undefined, giveUp: () => undefined };
  expect(await waking.wake(call)).toBeDefined();
  await settle();
  mayTakeCalls = false;
  await expect(waking.decline(tokens[0] ?? "")).rejects.toMatchObject({ code: "push.callOver" });
  expect(declined).toEqual([]);
  waking.stop();
  expect([await waking.wake(call), listeners.size]).toEqual([undefined, 0]);
});
