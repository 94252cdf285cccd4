import { issueToken, listBuddies, uploadPicture } from "@callpanel/contract";
import { expect, it } from "vitest";
import { ApiError } from "../../shared/api/api.ts";
import { createWire } from "./wire.ts";

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

function wireTo(reply: () => Response) {
  const sent: Sent[] = [];
  const wire = createWire({
    apiBase: "/api",
    apiVersion: "v1",
    fetch: async (url, init) => {
      sent.push({ url, init });
      return reply();
    },
  });
  return { wire, sent };
}

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

async function faultOf(promise: Promise<unknown>) {
  const error = await promise.then(
    () => null,
    (cause: unknown) => cause,
  );
  return error instanceof ApiError ? error.fault : error;
}

it("SHELL-16 method, path, query and bearer come from the definition", async () => {
  const { wire, sent } = wireTo(() => json({ total: 0, data: [] }));
  await wire.call(listBuddies, { query: { start: 18, limit: 18, search: "a&b" } }, "Bearer x");
  expect(sent[0]?.url).toBe("/api/v1/panel_buddies?start=18&limit=18&search=a%26b");
  expect(sent[0]?.init).toMatchObject({
    method: "GET",
    headers: { authorization: "Bearer x" },
    credentials: "same-origin",
  });
});

it("SHELL-16 the token call has no version segment and a JSON body", async () => {
  const { wire, sent } = wireTo(() => json({}, 400));
  await faultOf(wire.call(issueToken, { body: { grant_type: "refresh_token", refresh_token: "r" } }, null));
  expect(sent[0]?.url).toBe("/api/oauth/token");
  expect(sent[0]?.init.body).toBe('{"grant_type":"refresh_token","refresh_token":"r"}');
  expect(sent[0]?.init.headers).not.toHaveProperty("authorization");
});

it("SHELL-16 a file is sent as a form in the field of the definition; the browser sets its type", async () => {
  const { wire, sent } = wireTo(() => json({}, 400));
  await faultOf(wire.call(uploadPicture, { file: new Blob(["x"], { type: "image/jpeg" }) }, "Bearer x"));
  const body = sent[0]?.init.body;
  expect(body instanceof FormData ? body.get("file") : body).toBeInstanceOf(Blob);
  expect(sent[0]?.init.headers).not.toHaveProperty("content-type");
});

it("SHELL-16 a response that does not match the contract is unreadable", async () => {
  const { wire } = wireTo(() => json({ total: "many" }));
  expect(await faultOf(wire.call(listBuddies, {}, null))).toMatchObject({ kind: "unreadable" });
  const html = wireTo(() => new Response("<html>"));
  expect(await faultOf(html.wire.call(listBuddies, {}, null))).toMatchObject({ kind: "unreadable" });
});

it("SHELL-16 an error of the contract's shape is read", async () => {
  const { wire } = wireTo(() =>
    json({ error: "e", code: "request.tooMany", error_description: "Slow down", details: { seconds: 3 } }, 429),
  );
  expect(await faultOf(wire.call(listBuddies, {}, null))).toEqual({
    kind: "answer",
    status: 429,
    code: "request.tooMany",
    text: "Slow down",
    details: { seconds: 3 },
  });
});

it("SHELL-16 no response, and a proxy without its server, are unreachable", async () => {
  const { wire } = wireTo(() => {
    throw new TypeError("Failed to fetch");
  });
  expect(await faultOf(wire.call(listBuddies, {}, null))).toEqual({ kind: "unreachable" });
  const proxy = wireTo(() => new Response("Bad gateway", { status: 502 }));
  expect(await faultOf(proxy.wire.call(listBuddies, {}, null))).toEqual({ kind: "unreachable" });
});
