import { createFakeClock } from "@callpanel/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../../test/test-server.ts";
import { createLockout } from "../../kernel/lockout.ts";

const HERE = { username: "alice", address: "192.0.2.1" };

describe("lock-out", () => {
  const fail = (lockout: ReturnType<typeof createLockout>, attempt: typeof HERE, times: number) => {
    for (let time = 0; time < times; time += 1) lockout.begin(attempt);
  };

  it("AUTH-5 the sixth try waits 30 s, and each further failure doubles the wait", async () => {
    const clock = createFakeClock();
    const lockout = createLockout(clock);
    fail(lockout, HERE, 5);
    expect(lockout.begin(HERE)).toBe(30);
    await clock.advance(29_001);
    expect(lockout.begin(HERE)).toBe(1);
    await clock.advance(999);
    expect(lockout.begin(HERE)).toBeUndefined();
    expect(lockout.begin(HERE)).toBe(60);
  });

  it("AUTH-5 the wait never passes 15 minutes", async () => {
    const clock = createFakeClock();
    const lockout = createLockout(clock);
    for (let time = 0; time < 30; time += 1) {
      const seconds = lockout.begin(HERE) ?? 0;
      expect(seconds).toBeLessThanOrEqual(900);
      await clock.advance(seconds * 1_000);
    }
  });

  it("AUTH-5 other names at the address and the name at other addresses go on", () => {
    const lockout = createLockout(createFakeClock());
    fail(lockout, HERE, 6);
    expect(lockout.begin({ ...HERE, username: "bob" })).toBeUndefined();
    expect(lockout.begin({ ...HERE, address: "192.0.2.2" })).toBeUndefined();
  });

  it("AUTH-6 a right password forgets the failures", () => {
    const lockout = createLockout(createFakeClock());
    for (let round = 0; round < 3; round += 1) {
      fail(lockout, HERE, 4);
      expect(lockout.begin(HERE)).toBeUndefined();
      lockout.succeeded(HERE);
    }
  });

  it("AUTH-8 an address with 40 failures waits for every name", () => {
    const lockout = createLockout(createFakeClock());
    for (let index = 0; index < 40; index += 1) lockout.begin({ ...HERE, username: `user-${index}` });
    expect(lockout.begin(HERE)).toBe(60);
    expect(lockout.begin({ ...HERE, address: "192.0.2.2" })).toBeUndefined();
  });

  it("AUTH-8 people of the address who sign in rightly are not counted", () => {
    const lockout = createLockout(createFakeClock());
    for (let index = 0; index < 200; index += 1) {
      const attempt = { ...HERE, username: `user-${index}` };
      expect(lockout.begin(attempt)).toBeUndefined();
      lockout.succeeded(attempt);
    }
  });
});

describe("lock-out of the token endpoint", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.remove());

  it("AUTH-5 AUTH-7 tries sent at once are counted, and the answer says how long to wait", async () => {
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

  it("AUTH-27 more than 32 passwords at once are refused with 503, and nobody is locked for it", async () => {
    const attempt = (index: number) =>
      server.app.inject({
        method: "POST",
        url: "/api/oauth/token",
        remoteAddress: `192.0.2.${index}`,
        payload: { grant_type: "password", username: `user-${index}`, password: "wrong-password" },
      });
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => attempt(index)));
    expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(32);
    const refused = answers.filter(({ statusCode }) => statusCode === 503);
    expect(refused).toHaveLength(8);
    expect(refused[0]?.json()).toMatchObject({ error: "temporarily_unavailable", code: "server.unavailable" });
    expect((await attempt(39)).statusCode).toBe(400);
  });
});
