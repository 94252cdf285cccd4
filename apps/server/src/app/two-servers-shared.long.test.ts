/** Two server processes on one PostgreSQL database: what is begun at one of them is finished at the other. */
import { endpoints, errorBodySchema, otpConfigurationSchema } from "@callpanel/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, grant, startServerPair, type ServerPair } from "../../test/server-pair.ts";

const SERVER_URL = process.env["TEST_DATABASE_URL"];
/** A mail that was deferred is tried again after 10 s, and a server looks for such every 30 s. */
const WAIT = { timeout: 120_000, interval: 50 };
const TEST_MS = 300_000;
const OTP = "/api/v1/otp_configuration";
const SET_UP_MAIL = "/api/v1/mailer/setup_clearly_anywhere_email";

describe.skipIf(SERVER_URL === undefined)("data that two servers on one PostgreSQL database share", () => {
  let pair: ServerPair | undefined;
  let one: string;
  let other: string;
  let post: ServerPair["post"];
  beforeAll(async () => {
    pair = await startServerPair(SERVER_URL ?? "");
    ({ one, other, post } = pair);
  }, TEST_MS);
  afterAll(() => pair?.remove());

  const answerTo = (challenge: string, code: string) => ({ otp_challenge: challenge, otp_code: code });
  const lastCode = (): string => /\b\d{6}\b/.exec(post.mails.at(-1)?.text ?? "")?.[0] ?? "";

  /** Switches codes by e-mail on: the code that one server sent is proved at the other. */
  const withCodes = async (username: string): Promise<readonly string[]> => {
    const { token } = await grant(one, username);
    const before = post.mails.length;
    await ask(one + OTP, token, "PUT", { enabled: true, method: "email" });
    await expect.poll(() => post.mails.length, WAIT).toBe(before + 1);
    const proved = await ask(other + OTP, token, "PUT", { enabled: true, method: "email", code: lastCode() });
    return otpConfigurationSchema.parse(proved.body).backupCodes ?? [];
  };

  it(
    "OWN-10 OTP-11 a sign-in that was begun at one server is finished at the other, once",
    { timeout: TEST_MS },
    async () => {
      const [first = "", second = "", third = ""] = await withCodes("alice");
      const { error, challenge } = await grant(one, "alice");
      expect(error).toBe("otp.required");
      expect((await grant(other, "bob", answerTo(challenge, "000000"))).error).toBe("otp.invalid");
      expect((await grant(other, "bob", answerTo("made-up", first))).error).toBe("otp.expired");
      expect((await grant(other, "alice", answerTo(challenge, second))).token).not.toBe("");
      for (const at of [one, other])
        expect((await grant(at, "alice", answerTo(challenge, third))).error).toBe("otp.expired");

      const again = await grant(other, "alice");
      const answers = await Promise.all(
        [one, other].map((at, index) => grant(at, "alice", answerTo(again.challenge, index === 0 ? first : third))),
      );
      expect(answers.filter(({ token }) => token !== "")).toHaveLength(1);
      expect(answers.map(({ error: refusal }) => refusal)).toContain("otp.expired");
    },
  );

  it("OWN-13 OTP-12 wrong codes at both servers in turn add up", { timeout: TEST_MS }, async () => {
    const [backup = ""] = await withCodes("carol");
    const { challenge } = await grant(one, "carol");
    const errors: unknown[] = [];
    for (let index = 0; index < 7; index += 1)
      errors.push((await grant(index % 2 === 0 ? one : other, "carol", answerTo(challenge, "000000"))).error);
    expect(errors).toEqual([...Array<string>(5).fill("otp.invalid"), "login.error.locked", "login.error.locked"]);
    for (const at of [one, other])
      expect((await grant(at, "carol", answerTo(challenge, backup))).error).toBe("login.error.locked");
  });

  it("OWN-13 AUTH-5 wrong passwords at both servers in turn add up", { timeout: TEST_MS }, async () => {
    const errors: unknown[] = [];
    for (let index = 0; index < 7; index += 1)
      errors.push((await grant(index % 2 === 0 ? one : other, "dave", { password: "wrong-password" })).error);
    expect(errors).toEqual([...Array<string>(5).fill("login.error.login"), "login.error.locked", "login.error.locked"]);
    for (const at of [one, other]) expect((await grant(at, "dave")).error).toBe("login.error.locked");
  });

  it(
    "OWN-10 MAIL-4 a mail that waits is sent once, and has its turn at both servers",
    { timeout: TEST_MS },
    async () => {
      const [grace, bob] = [await grant(one, "grace"), await grant(other, "bob")];
      const before = post.mails.length;
      post.answers.push(451);
      expect((await ask(one + SET_UP_MAIL, grace.token, "POST", { locale: "en-US" })).status).toBe(200);
      const refused = await ask(other + SET_UP_MAIL, grace.token, "POST", { locale: "en-US" });
      expect([refused.status, errorBodySchema.parse(refused.body).code]).toEqual([429, "request.tooMany"]);
      await expect.poll(() => post.mails.length, WAIT).toBe(before + 1);
      expect((await ask(other + SET_UP_MAIL, bob.token, "POST", { locale: "en-US" })).status).toBe(200);
      await expect.poll(() => post.mails.length, WAIT).toBe(before + 2);
      expect(post.mails.slice(before).map(({ to }) => to)).toEqual([["grace@demo.example"], ["bob@demo.example"]]);
    },
  );

  it("OWN-9 browsers subscribe at both servers with the same key", { timeout: TEST_MS }, async () => {
    const { token } = await grant(one, "bob");
    const [first, second] = await Promise.all(
      [one, other].map(async (at) =>
        endpoints.getPushKey.response.parse((await ask(`${at}/api/v1/push/public_key`, token)).body),
      ),
    );
    expect(first?.key).toMatch(/^[\w-]{80,}$/);
    expect(second).toEqual(first);
  });
});
