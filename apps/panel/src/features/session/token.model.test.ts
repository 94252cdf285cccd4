import { expect, it } from "vitest";
import { createSharedStorage } from "../../../test/memoryStorage.ts";
import { LAST_WRITTEN_KEY, clearToken, hasExpired, readToken, writeToken } from "./token.model.ts";

const TOKEN = {
  client_id: "callpanel",
  refresh_token: "r1",
  access_token: "a1",
  token_type: "Bearer",
  scope: "panel",
  created_at: 1000,
  expires_in: 600,
};

it("SESSION-4 a token expires at created_at plus expires_in, five seconds early", () => {
  expect(hasExpired(TOKEN, 1_594_000)).toBe(false);
  expect(hasExpired(TOKEN, 1_595_000)).toBe(true);
});

it("SESSION-10 the stored fields carry the auth_ prefix and read back as they were", () => {
  const storage = createSharedStorage();
  writeToken(storage.tab(), TOKEN);
  expect(Object.fromEntries(storage.entries)).toEqual({
    auth_client_id: "callpanel",
    auth_refresh_token: "r1",
    auth_access_token: "a1",
    auth_token_type: "Bearer",
    auth_scope: "panel",
    auth_created_at: "1000",
    auth_expires_in: "600",
  });
  expect(readToken(storage.tab())).toEqual(TOKEN);
});

it.each(["auth_access_token", "auth_created_at", "auth_refresh_token"])(
  "SESSION-10 without %s there is no token",
  (key) => {
    const storage = createSharedStorage();
    writeToken(storage.tab(), TOKEN);
    storage.entries.delete(key);
    expect(readToken(storage.tab())).toBeNull();
  },
);

it("SESSION-10 a damaged number is no token", () => {
  const storage = createSharedStorage();
  writeToken(storage.tab(), TOKEN);
  storage.entries.set("auth_expires_in", "soon");
  expect(readToken(storage.tab())).toBeNull();
});

it("SESSION-10 the access token is written last and removed first", () => {
  const storage = createSharedStorage();
  const heard: Array<string | null> = [];
  storage.tab().watch((key) => heard.push(key));
  const tab = storage.tab();
  writeToken(tab, TOKEN);
  clearToken(tab);
  expect(heard[6]).toBe(LAST_WRITTEN_KEY);
  expect(heard[7]).toBe(LAST_WRITTEN_KEY);
  expect(storage.entries.size).toBe(0);
});
