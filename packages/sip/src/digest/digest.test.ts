import { describe, expect, test } from "vitest";
import { createFakeClock } from "../../test/fake-clock.ts";
import { nodeHash as hash } from "../../test/hash.ts";
import { createRandomText } from "../../test/random.ts";
import { readRequest, requestText } from "../../test/read.ts";
import { torture } from "../../test/torture.ts";
import { createResponse } from "../text/message.ts";
import type { HeaderField, SipRequest } from "../text/message.ts";
import { createDigestAuthenticator, readCredentials } from "./authenticator.ts";
import type { DigestAuthenticatorOptions } from "./authenticator.ts";
import { authorize } from "./authorize.ts";
import type { AuthorizeParts } from "./authorize.ts";
import { digestHa1, digestResponse, mayChallenge, parseDigestParams } from "./digest.ts";
import { NONCE_LIFETIME_MS } from "./nonces.ts";

describe("SIP-20 the published examples", () => {
  const get = { method: "GET", uri: "/dir/index.html" };

  test("SIP-20 RFC 2617 §3.5, with qop and in the old form without", () => {
    const ha1 = digestHa1(hash, "MD5", { username: "Mufasa", realm: "testrealm@host.com", password: "Circle Of Life" });
    const input = { ...get, ha1, algorithm: "MD5", nonce: "dcd98b7102dd2f0e8b11d0f600bfb0c093" } as const;
    const qop = { nc: "00000001", cnonce: "0a4f113b" };
    expect(ha1).toBe("939e7578ed9e3c518a452acee763bce9");
    expect(digestResponse(hash, { ...input, qop })).toBe("6629fae49393a05397450978507c4ef1");
    expect(digestResponse(hash, { ...input, qop: undefined })).toBe("670fd8c2df070c60b045671b8b24ff02");
  });

  test.each([
    ["MD5", "8ca523f5e9506fed4657c9700eebdbec"],
    ["SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"],
  ] as const)("SIP-20 RFC 7616 §3.9.1 with %s", (algorithm, response) => {
    const ha1 = digestHa1(hash, algorithm, {
      username: "Mufasa",
      realm: "http-auth@example.org",
      password: "Circle of Life",
    });
    const nonce = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v";
    const qop = { nc: "00000001", cnonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ" };
    expect(digestResponse(hash, { ...get, ha1, algorithm, nonce, qop })).toBe(response);
  });
});

const identity = { username: "alice", realm: "demo", password: "callpanel-demo" };
const ha1 = { md5: digestHa1(hash, "MD5", identity), sha256: digestHa1(hash, "SHA-256", identity) };

const setUp = (options: Partial<DigestAuthenticatorOptions> = {}) => {
  const clock = createFakeClock();
  const random = createRandomText(1);
  const authenticator = createDigestAuthenticator({
    hash,
    realm: "demo",
    secret: "s",
    now: clock.now,
    random,
    ...options,
  });
  const request = readRequest(requestText({ method: "REGISTER", uri: "sip:demo" }));
  const answer = (challenge: readonly HeaderField[], parts: Partial<AuthorizeParts> = {}): SipRequest => {
    const field = authorize(request, createResponse(request, 401, { headers: challenge }), {
      hash,
      random,
      identity,
      ...parts,
    });
    return field === undefined ? request : { ...request, headers: [...request.headers, field] };
  };
  const verify = (answered: SipRequest, known: typeof ha1 | { md5: string } | undefined = ha1) => {
    const credentials = authenticator.credentials(answered);
    return credentials === undefined ? "none" : authenticator.verify(answered, credentials, known);
  };
  return { clock, random, authenticator, request, answer, verify };
};

const algorithmsOf = (fields: readonly HeaderField[]) =>
  fields.map(([, value]) => parseDigestParams(value)?.get("algorithm"));

describe("SIP-21 the challenge", () => {
  test("SIP-21 offers SHA-256 and then MD5, with a new nonce each time", () => {
    const { authenticator } = setUp();
    const [first, second] = [authenticator.challenge(), authenticator.challenge()];
    expect(algorithmsOf(first)).toEqual(["SHA-256", "MD5"]);
    expect(first[0]?.[0]).toBe("WWW-Authenticate");
    expect(first[0]?.[1]).toMatch(/^Digest realm="demo", nonce="[^"]+", algorithm=SHA-256, qop="auth"$/);
    expect(parseDigestParams(first[0]?.[1] ?? "")?.get("nonce")).not.toBe(
      parseDigestParams(second[0]?.[1] ?? "")?.get("nonce"),
    );
  });

  test("SIP-21 the order may be reversed, and a proxy's challenge has its own header names", () => {
    const { authenticator } = setUp({ algorithms: ["MD5", "SHA-256"], role: "proxy" });
    expect(algorithmsOf(authenticator.challenge())).toEqual(["MD5", "SHA-256"]);
    expect(authenticator.challenge()[0]?.[0]).toBe("Proxy-Authenticate");
  });

  test("SIP-21 stale=true is in the challenge that follows an old nonce", () => {
    expect(setUp().authenticator.challenge({ stale: true })[0]?.[1]).toContain("stale=true");
  });
});

describe("SIP-22 credentials", () => {
  test.each([0, 1])("SIP-22 the correct response to challenge %d is ok, a wrong password is wrong", (which) => {
    const { authenticator, answer, verify } = setUp();
    const challenge = () => authenticator.challenge().slice(which, which + 1);
    expect(verify(answer(challenge()))).toBe("ok");
    expect(verify(answer(challenge(), { identity: { username: "alice", password: "guess" } }))).toBe("wrong");
  });

  test("SIP-22 the HA1 of one algorithm does not work for the other", () => {
    const { authenticator, answer, verify } = setUp();
    expect(verify(answer(authenticator.challenge().slice(0, 1)), { md5: ha1.md5 })).toBe("wrong");
    const byHa1 = { username: "alice", ha1: ha1.sha256, algorithm: "SHA-256" } as const;
    expect(verify(answer(authenticator.challenge(), { identity: byHa1 }))).toBe("ok");
  });

  test("SIP-22 an unknown user is wrong, with any password", () => {
    const { authenticator, answer } = setUp();
    const answered = answer(authenticator.challenge());
    const credentials = authenticator.credentials(answered);
    expect(credentials === undefined ? "none" : authenticator.verify(answered, credentials, undefined)).toBe("wrong");
    const zeros = answer(authenticator.challenge(), {
      identity: { username: "x", ha1: "0".repeat(32), algorithm: "MD5" },
    });
    const forged = authenticator.credentials(zeros);
    expect(forged === undefined ? "none" : authenticator.verify(zeros, forged, undefined)).toBe("wrong");
  });

  test("SIP-22 an algorithm that was not offered is refused", () => {
    const strict = setUp({ algorithms: ["SHA-256"] });
    const lenient = setUp();
    expect(strict.verify(strict.answer(lenient.authenticator.challenge().slice(1)))).toBe("none");
    expect(strict.verify(strict.answer(strict.authenticator.challenge()))).toBe("ok");
  });

  test("SIP-22 the form without qop is understood", () => {
    const { authenticator, answer, verify } = setUp();
    const old = authenticator
      .challenge()
      .map(([name, value]): HeaderField => [name, value.replace(', qop="auth"', "")]);
    expect(verify(answer(old))).toBe("ok");
  });

  test("SIP-22 a digest for another Request-URI or method is refused", () => {
    const { authenticator, answer, verify } = setUp();
    const answered = answer(authenticator.challenge());
    expect(verify({ ...answered, uri: readRequest(requestText({ uri: "sip:other" })).uri })).toBe("badUri");
    expect(verify({ ...answered, method: "INVITE" })).toBe("wrong");
  });

  test("SIP-22 credentials of another realm, scheme or form are ignored", () => {
    const { authenticator, request, verify } = setUp();
    expect(authenticator.credentials(request)).toBeUndefined();
    expect(authenticator.credentials(readRequest(torture("regaut01")))).toBeUndefined();
    const other = setUp({ realm: "other" });
    expect(verify(other.answer(other.authenticator.challenge()))).toBe("none");
    const good =
      'Digest username="a", realm="demo", nonce="n", uri="sip:demo", response="0123456789abcdef0123456789abcdef"';
    expect(readCredentials(good)?.algorithm).toBe("MD5");
    for (const bad of [
      good.replace("username", "user"),
      good.replace("0123", "xyz!"),
      `${good}, algorithm=MD5-sess`,
      `${good}, qop=auth`,
      `${good}, qop=auth-int, nc=00000001, cnonce="x"`,
      `${good}, qop=auth, nc=1, cnonce="x"`,
      `${good}, realm="demo"`,
      `${good},`,
      good.slice(0, -1),
      "Digest",
    ]) {
      expect(readCredentials(bad)).toBeUndefined();
    }
  });
});

describe("SIP-23 nonces", () => {
  test("SIP-23 a nonce ages: after its lifetime it is stale", () => {
    const { clock, authenticator, answer, verify } = setUp();
    const challenge = authenticator.challenge();
    clock.advance(NONCE_LIFETIME_MS - 1);
    expect(verify(answer(challenge, { count: 1 }))).toBe("ok");
    clock.advance(1);
    expect(verify(answer(challenge, { count: 2 }))).toBe("stale");
  });

  test("SIP-23 each count is valid once, and only in increasing order", () => {
    const { authenticator, answer, verify } = setUp();
    const challenge = authenticator.challenge();
    const second = answer(challenge, { count: 2 });
    expect(verify(answer(challenge, { count: 1 }))).toBe("ok");
    expect(verify(second)).toBe("ok");
    expect(verify(second)).toBe("stale");
    expect(verify(answer(challenge, { count: 1 }))).toBe("stale");
    expect(verify(answer(challenge, { count: 16 }))).toBe("ok");
  });

  test("SIP-23 without qop a nonce is valid once", () => {
    const { authenticator, answer, verify } = setUp();
    const old = authenticator
      .challenge()
      .map(([name, value]): HeaderField => [name, value.replace(', qop="auth"', "")]);
    const answered = answer(old);
    expect([verify(answered), verify(answered)]).toEqual(["ok", "stale"]);
  });

  test("SIP-23 a used count stays used for the lifetime of the nonce", () => {
    const { clock, authenticator, answer, verify } = setUp();
    clock.advance(NONCE_LIFETIME_MS / 2);
    const challenge = authenticator.challenge();
    const answered = answer(challenge);
    expect(verify(answered)).toBe("ok");
    for (let step = 0; step < 9; step += 1) {
      clock.advance(NONCE_LIFETIME_MS / 10);
      verify(answer(authenticator.challenge()));
      expect(verify(answered)).toBe("stale");
    }
  });

  test("SIP-23 a nonce made with another secret, or by hand, is stale and not trusted", () => {
    const { authenticator, answer, verify } = setUp();
    expect(verify(answer(setUp({ secret: "other" }).authenticator.challenge()))).toBe("stale");
    const forged = authenticator
      .challenge()
      .map(([name, value]): HeaderField => [name, value.replace(/nonce="../, 'nonce="zz')]);
    expect(verify(answer(forged))).toBe("stale");
  });

  test("SIP-23 a wrong password does not use up a count", () => {
    const { authenticator, answer, verify } = setUp();
    const challenge = authenticator.challenge();
    expect(verify(answer(challenge, { identity: { username: "alice", password: "guess" } }))).toBe("wrong");
    expect(verify(answer(challenge))).toBe("ok");
  });
});

test("SIP-24 ACK and CANCEL are never challenged, every other method is", () => {
  expect(["ACK", "CANCEL"].map(mayChallenge)).toEqual([false, false]);
  expect(
    ["INVITE", "REGISTER", "BYE", "OPTIONS", "PUBLISH", "REFER", "INFO", "UPDATE", "MESSAGE"].every(mayChallenge),
  ).toBe(true);
});

test("SIP-25 a client responds to the first challenge that it supports, and to no other", () => {
  const { authenticator, request, random } = setUp();
  const parts = { hash, random, identity };
  const [sha256, md5] = authenticator.challenge();
  const unknown: HeaderField = [
    "WWW-Authenticate",
    'Digest realm="demo", nonce="n", algorithm=SHA-512-256, qop="auth"',
  ];
  const other: HeaderField = ["WWW-Authenticate", "Negotiate abc"];
  if (md5 === undefined || sha256 === undefined) throw new Error("no challenge");
  const respond = (...headers: readonly HeaderField[]) =>
    authorize(request, createResponse(request, 401, { headers }), parts);
  expect(respond(unknown, other, sha256, md5)?.[1]).toContain("algorithm=SHA-256, qop=auth, nc=00000001");
  expect(respond(unknown, other)).toBeUndefined();
  const proxy = authorize(request, createResponse(request, 407, { headers: [["Proxy-Authenticate", md5[1]]] }), parts);
  expect(proxy?.[0]).toBe("Proxy-Authorization");
  expect(respond(["WWW-Authenticate", 'Digest realm="demo", nonce="n", opaque="o"'])?.[1]).toMatch(
    /^Digest (?!.*qop).*opaque="o"$/,
  );
});
