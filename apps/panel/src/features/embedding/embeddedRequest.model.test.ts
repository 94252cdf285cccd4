import { expect, it } from "vitest";
import { createSharedStorage } from "../../../test/memoryStorage.ts";
import { readEmbeddedRequest, rememberedPerson, rememberPerson } from "./embeddedRequest.model.ts";

it("EMBED-5 credentials come from query and fragment, and the fragment counts", () => {
  const link = "/embedded_login?embedded=true&cloud_id=demo&username=alice#auth_token=secret";
  expect(readEmbeddedRequest(link)).toEqual({
    credential: { cloud_id: "demo", username: "alice", auth_token: "secret" },
    person: { cloudId: "demo", username: "alice" },
    language: null,
    goTo: null,
    clean: { embedded: "true", cloud_id: "demo", username: "alice" },
  });
  const both = "/embedded_login?cloud_id=demo&username=bob&password=old#username=alice&password=p%26q&language=fr-CA";
  expect(readEmbeddedRequest(both)).toMatchObject({
    credential: { cloud_id: "demo", username: "alice", password: "p&q" },
    language: "fr-CA",
  });
  const withoutCloud = readEmbeddedRequest("/embedded_login?username=alice#password=x");
  expect(withoutCloud.credential).toEqual({ username: "alice", password: "x" });
  expect(readEmbeddedRequest("/embedded_login?username=alice#auth_token=x").credential).toBeNull();
  expect(readEmbeddedRequest("/embedded_login?password=x").credential).toBeNull();
  expect(readEmbeddedRequest("/embedded_login?language=tlh").language).toBeNull();
});

it("EMBED-5 afterwards it opens the chat or the wanted page, and never another site", () => {
  const goTo = (redirect: string) =>
    readEmbeddedRequest(`/embedded_login?redirect=${encodeURIComponent(redirect)}`).goTo;
  expect(goTo("chat")).toBe("/chat");
  expect(goTo("/parking?x=1")).toBe("/parking?x=1");
  for (const bad of ["https://evil.example", "//evil.example", "/login", "/embedded_login", "javascript:alert(1)"])
    expect(goTo(bad), bad).toBeNull();
});

it("EMBED-6 secrets are removed from the address", () => {
  const { clean } = readEmbeddedRequest(
    "/embedded_login?embedded=true&password=secret&auth_token=secret2&redirect=chat#password=secret3",
  );
  expect(clean).toEqual({ embedded: "true", redirect: "chat" });
});

it("EMBED-7 the last signed-in user is stored, without a secret", () => {
  const { tab, entries } = createSharedStorage();
  const storage = tab();
  rememberPerson(storage, { cloudId: "demo", username: "alice" }, "fr-CA");
  expect([...entries]).toEqual([
    ["auth_cloud_id", "demo"],
    ["auth_username", "alice"],
    ["auth_language", "fr-CA"],
  ]);
  expect(rememberedPerson(storage)).toEqual({ cloudId: "demo", username: "alice", language: "fr-CA" });
});
