import { changeUser, errorBodySchema } from "@callpanel/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bearer, createTestServer, type TestServer } from "../../../test/test-server.ts";

const PASSWORD = "callpanel-demo";
const NEXT = "a much longer one";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.remove());

const idOf = async (username: string): Promise<number> => (await server.stores.users.byUsername(username))?.id ?? 0;
const put = async (username: string, change: object) =>
  server.send("PUT", `/api/v1/users/${await idOf(username)}`, username, change);
const refusalOf = async (answer: Promise<{ readonly status: number; readonly body: unknown }>) => {
  const { status, body } = await answer;
  return [status, errorBodySchema.parse(body).code];
};
const me = async (accessToken: string) =>
  (await server.app.inject({ url: "/api/v1/users/me", headers: bearer(accessToken) })).statusCode;

describe("the user's own account", () => {
  it("ACCOUNT-20 a new name is used everywhere immediately, and nothing else changes", async () => {
    const before = await server.stores.directory.revision();
    const changed = changeUser.response.parse(
      (await put("alice", { first_name: " Alíce ", last_name: "Zimmer" })).body,
    );
    expect([changed.firstName, changed.lastName, changed.email]).toEqual(["Alíce", "Zimmer", "alice@demo.example"]);
    const found = await server.get("/api/v1/contact/phone_numbers?search=alice zimmer", "bob");
    expect(found.body).toMatchObject({ total: 1, data: [{ phoneNumber: "101", name: "Alíce Zimmer" }] });
    expect(await server.stores.directory.revision()).toBeGreaterThan(before);
    const one = changeUser.response.parse((await put("alice", { first_name: "Alice" })).body);
    expect([one.firstName, one.lastName]).toEqual(["Alice", "Zimmer"]);
  });

  it("ACCOUNT-20 a person cannot change another one, and a name must be valid", async () => {
    const path = `/api/v1/users/${await idOf("alice")}`;
    for (const who of ["bob", "carol"])
      expect(await refusalOf(server.send("PUT", path, who, { first_name: "Eve" }))).toEqual([403, "request.forbidden"]);
    for (const first_name of ["", "   ", "x".repeat(65), "a\u0000b", "a\nb", "\u202Egpj"])
      expect((await put("alice", { first_name })).status, JSON.stringify(first_name)).toBe(400);
  });

  it("ACCOUNT-21 a new e-mail address needs the password, and wrong ones are counted", async () => {
    const email = "bob@example.org";
    expect(await refusalOf(put("bob", { email }))).toEqual([400, "account.currentPasswordNeeded"]);
    expect((await put("bob", { email: "bob@", current_password: PASSWORD })).status).toBe(400);
    const changed = await put("bob", { email, current_password: PASSWORD });
    expect(changeUser.response.parse(changed.body).email).toBe(email);
    expect((await put("bob", { email, first_name: "Bob" })).status).toBe(200);
    for (let time = 0; time < 5; time += 1)
      expect(await refusalOf(put("bob", { email: "", current_password: "wrong" }))).toEqual([
        400,
        "account.currentPassword",
      ]);
    expect((await put("bob", { email: "", current_password: PASSWORD })).status).toBe(429);
    await expect(server.signIn("bob")).rejects.toThrow("login.error.locked");
  });

  it("ACCOUNT-22 a new password must be typed twice, be long enough, be new and not be a name", async () => {
    const change = (password: string, confirm_password = password, current_password = PASSWORD) =>
      refusalOf(put("carol", { new_password: password, confirm_password, current_password }));
    expect(await change("short")).toEqual([400, "account.passwordLength"]);
    expect((await change("x".repeat(1_025)))[0]).toBe(400);
    expect(await change(NEXT, `${NEXT}!`)).toEqual([400, "account.passwordConfirm"]);
    expect(await change(PASSWORD)).toEqual([400, "account.passwordSame"]);
    expect(await change("CarolChen")).toEqual([400, "account.passwordContent"]);
    expect(await change(NEXT, NEXT, "wrong")).toEqual([400, "account.currentPassword"]);
    expect(await refusalOf(put("carol", { new_password: NEXT, confirm_password: NEXT }))).toEqual([
      400,
      "account.currentPasswordNeeded",
    ]);
    expect((await server.signIn("carol")).token_type).toBe("Bearer");
  });

  it("ACCOUNT-23 a new password ends every session except the current one", async () => {
    const other = await server.signIn("dave");
    const own = await server.signIn("dave");
    const answer = await server.app.inject({
      method: "PUT",
      url: `/api/v1/users/${await idOf("dave")}`,
      headers: bearer(own.access_token),
      payload: { new_password: NEXT, confirm_password: NEXT, current_password: PASSWORD },
    });
    expect(answer.statusCode).toBe(200);
    expect([await me(own.access_token), await me(other.access_token)]).toEqual([200, 401]);
    const refresh = await server.app.inject({
      method: "POST",
      url: "/api/oauth/token",
      payload: { grant_type: "refresh_token", refresh_token: other.refresh_token },
    });
    expect(refresh.statusCode).toBe(400);
    await expect(server.signIn("dave")).rejects.toThrow("login.error.login");
    expect((await server.signIn("dave", NEXT)).token_type).toBe("Bearer");
    const after = await server.stores.users.credentialOf(await idOf("dave"));
    expect(after?.isDemo).toBe(false);
    expect(server.logText()).not.toContain(NEXT);
  });
});
