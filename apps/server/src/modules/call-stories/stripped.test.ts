import { expect, it } from "vitest";
import { callIdIn, stripped } from "./stripped.ts";

const INVITE = [
  "INVITE sip:102:pw@demo SIP/2.0",
  "Via: SIP/2.0/WSS x.invalid;branch=z9hG4bK1",
  "From: <sip:alice:geheim@demo>;tag=1",
  'Proxy-Authorization: Digest username="alice",',
  ' response="0123456789abcdef"',
  "AUTHORIZATION: Digest nonce=abc",
  "X-Session-Token: t0ken",
  "i: call-1",
  "Content-Type: application/sdp",
  "l: 42",
  "",
  "v=0",
  "a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:keykeykey",
  "a=ice-pwd:icepassword",
].join("\r\n");

it("STORY-2 bodies, proofs, tokens and passwords are removed, also of folded and short fields", () => {
  const message = stripped(INVITE);
  expect(message).toEqual({
    callId: "call-1",
    first: "INVITE sip:102@demo SIP/2.0",
    text: [
      "INVITE sip:102@demo SIP/2.0",
      "Via: SIP/2.0/WSS x.invalid;branch=z9hG4bK1",
      "From: <sip:alice@demo>;tag=1",
      "Proxy-Authorization: (removed)",
      "AUTHORIZATION: (removed)",
      "X-Session-Token: (removed)",
      "i: call-1",
      "Content-Type: application/sdp",
      "l: 0",
      "",
      "",
    ].join("\r\n"),
  });
  for (const field of ["WWW-Authenticate", "Proxy-Authenticate", "Authentication-Info", "Identity", "Cookie"])
    expect(stripped(`SIP/2.0 401 No\r\nCall-ID: a\r\n${field}: s3cret\r\n\r\n`)?.text).not.toContain("s3cret");
  expect(stripped(INVITE)?.first).toBe("INVITE sip:102@demo SIP/2.0");
});

it("STORY-2 no part of a password is kept where a long line is cut", () => {
  const address = "sip:alice:geheim@demo";
  for (let length = 1_970; length <= 2_000; length += 1) {
    const long = `${"x".repeat(length)} ${address}`;
    for (const line of [`Subject: ${long}`, `From: ${long}`]) {
      const text = stripped(`INVITE sip:102:geheim@demo SIP/2.0\r\nCall-ID: a\r\n${line}\r\n\r\n`)?.text;
      expect(text).not.toContain("alice:");
      expect(text).not.toContain("geheim");
    }
  }
});

it("STORY-2 a text made to be slow is stripped in no time", () => {
  const text = `INVITE sip:102@demo SIP/2.0\r\nCall-ID: a\r\nSubject: ${"sip:".repeat(16_000)}\r\n\r\n`;
  const before = process.cpuUsage();
  expect(stripped(text)?.callId).toBe("a");
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(500);
});

it("STORY-2 passwords are removed from each address of a field, also after one without a password", () => {
  const fields = "Contact: <sip:a@h>, <sip:b:pw@h;x=sips:c:pw@h>, sip:d;x=sip:e:pw@h";
  const text = stripped(`INVITE sip:102@demo SIP/2.0\r\nCall-ID: a\r\n${fields}\r\n\r\n`)?.text;
  expect(text).toContain("Contact: <sip:a@h>, <sip:b@h;x=sips:c@h>, sip:d;x=sip:e@h");
});

it("STORY-2 data that is not a SIP message with a Call-ID is not kept", () => {
  for (const text of ["", "\r\n\r\n", "GET / HTTP/1.1\r\nCall-ID: a\r\n\r\n", "INVITE sip:a SIP/2.0\r\nTo: b\r\n\r\n"])
    expect(stripped(text)).toBeUndefined();
});

it("STORY-2 the search for a Call-ID finds the same as full parsing, or falls back to it", () => {
  for (const field of ["Call-ID: a@b", "i: a@b", "CALL-ID :\t a@b  ", "i:a@b"]) {
    const text = `SIP/2.0 200 OK\r\nVia: x\r\n${field}\r\nTo: b\r\n\r\n`;
    expect(callIdIn(text)).toBe("a@b");
    expect(stripped(text)?.callId).toBe("a@b");
  }
  const folded = "SIP/2.0 200 OK\r\nCall-ID:\r\n a@b\r\nTo: b\r\n\r\n";
  expect([callIdIn(folded), stripped(folded)?.callId]).toEqual([undefined, "a@b"]);
});
