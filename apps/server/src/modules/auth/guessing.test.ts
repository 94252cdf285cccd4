import { createSipPhone, settle } from "@callpanel/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../../test/test-server.ts";
import { dialOver, openSockets, type TestSockets } from "../../../test/test-sockets.ts";

describe("guessing at the token endpoint", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.remove());

  it("AUTH-5 AUTH-7 parallel tries are counted, and the response says how long to wait", async () => {
    const attempt = (password: string) =>
      server.app.inject({
        method: "POST",
        url: "/api/oauth/token",
        payload: { grant_type: "password", username: "bob", password },
      });
    const answers = await Promise.all(Array.from({ length: 12 }, () => attempt("wrong-password")));
    expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(5);
    const locked = answers.filter(({ statusCode }) => statusCode === 429);
    expect(locked).toHaveLength(7);
    expect(locked[0]?.json()).toEqual({
      error: "temporarily_unavailable",
      code: "login.error.locked",
      error_description: "Too many failed sign-ins. Try again in 30 seconds.",
      details: { seconds: 30 },
    });
    expect(locked[0]?.headers["retry-after"]).toBe("30");
    expect((await attempt("callpanel-demo")).statusCode).toBe(429);
    server.clock.leap(30_000);
    expect((await attempt("callpanel-demo")).statusCode).toBe(200);
  });

  const signIn = (address: string, username: string, password = "wrong-password") =>
    server.app.inject({
      method: "POST",
      url: "/api/oauth/token",
      remoteAddress: address,
      payload: { grant_type: "password", username, password },
    });

  it("AUTH-27 many tries from one network have their own limit, and others can sign in at the same time", async () => {
    const flood = Promise.all(
      Array.from({ length: 120 }, (_, index) => signIn(`2001:db8:7:7::${index + 1}`, `user-${index}`)),
    );
    const others = await Promise.all(
      Array.from({ length: 40 }, (_, index) => signIn(`198.51.100.${index}`, "carol", "callpanel-demo")),
    );
    expect(others.map(({ statusCode }) => statusCode)).toEqual(others.map(() => 200));
    const statuses = (await flood).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 400)).toHaveLength(40);
    expect(statuses.filter((status) => status === 429)).toHaveLength(80);
  });

  it("AUTH-42 a name that strangers have locked still works where it signed in before", async () => {
    const home = "203.0.113.42";
    expect((await signIn(home, "dave", "callpanel-demo")).statusCode).toBe(200);
    for (let index = 0; index < 100; index += 1) await signIn(`192.0.${index}.1`, "dave");
    expect((await signIn("203.0.113.43", "dave", "callpanel-demo")).statusCode).toBe(429);
    expect((await signIn(home, "dave", "callpanel-demo")).statusCode).toBe(200);
  });
});

describe("guessing by telephone", () => {
  let server: TestServer;
  let sockets: TestSockets;
  beforeAll(async () => {
    server = await createTestServer({ trustedProxies: ["127.0.0.1"] });
    sockets = await openSockets(server);
  });
  afterAll(() => server.remove());

  /** A phone behind a proxy, with the given address. */
  const phoneAt = async (address: string, username: string) => {
    const socket = await sockets.open("/sip", { protocol: "sip", headers: { "x-forwarded-for": address } });
    const phone = createSipPhone({
      clock: server.clock,
      realm: "demo",
      username,
      password: "wrong-password",
      dial: dialOver(socket),
    });
    return { phone, hangUp: () => socket.close() };
  };
  const guess = async (address: string, username: string): Promise<number> => {
    const { phone, hangUp } = await phoneAt(address, username);
    const { status } = await phone.request("OPTIONS");
    hangUp();
    return status;
  };

  it("REG-9 95 parallel wrong passwords count as five tries", async () => {
    const { phone, hangUp } = await phoneAt("192.0.2.1", "alice");
    await phone.request("OPTIONS", { withoutCredentials: true });
    await Promise.all(Array.from({ length: 95 }, () => phone.request("OPTIONS")));
    const statuses = phone.received.flatMap((frame) => /^SIP\/2\.0 (\d+)/.exec(frame)?.[1] ?? []);
    // Each request gets a challenge first; refusals after that were checked.
    expect(statuses.filter((status) => status === "401")).toHaveLength(96 + 5);
    expect(statuses.filter((status) => status === "403")).toHaveLength(90);
    hangUp();
    await settle();
  });

  it("AUTH-40 wrong passwords for one name from many addresses of one IPv6 network count as those of one address", async () => {
    const statuses: number[] = [];
    for (let index = 1; index <= 20; index += 1) statuses.push(await guess(`2001:db8:1:1::${index}`, "erin"));
    expect(statuses).toEqual([...Array.from({ length: 5 }, () => 401), ...Array.from({ length: 15 }, () => 403)]);
  });

  it("AUTH-5 wrong passwords of telephones and of the sign-in page count together", async () => {
    for (let tries = 0; tries < 3; tries += 1) expect(await guess("192.0.2.77", "grace")).toBe(401);
    const signIn = (password: string) =>
      server.app.inject({
        method: "POST",
        url: "/api/oauth/token",
        headers: { "x-forwarded-for": "192.0.2.77" },
        payload: { grant_type: "password", username: "Grace", password },
      });
    for (let tries = 0; tries < 2; tries += 1) expect((await signIn("wrong")).statusCode).toBe(400);
    expect((await signIn("callpanel-demo")).statusCode).toBe(429);
    expect(await guess("192.0.2.77", "grace")).toBe(403);
  });
});
