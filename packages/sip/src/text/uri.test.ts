import { describe, expect, test } from "vitest";
import { parseUri, sameUri, serializeUri, sipUri } from "./uri.ts";
import { nameAddr, parseNameAddr, parseNameAddrList, serializeNameAddr } from "./name-addr.ts";

const read = (text: string) => {
  const uri = parseUri(text);
  if (uri === undefined) throw new Error(`refused: ${text}`);
  return uri;
};

describe("SIP-11 URIs", () => {
  test.each([
    "sip:alice@demo",
    "sips:alice:secret@demo:5061;transport=ws;lr?subject=a%20b&priority=",
    "sip:demo",
    "sip:[2001:db8::1]:5060",
    "sip:*43@demo",
    "sip:%23%23@demo",
    "tel:+1-201-555-0123;phone-context=example.com",
    "urn:service:sos",
    "http://example.com/a?b=c",
  ])("SIP-11 %s is written as it was read", (text) => {
    expect(serializeUri(read(text))).toBe(text);
  });

  test.each([
    "alice@demo",
    "sip:",
    "sip:@demo",
    "sip:alice@",
    "sip:alice@demo:",
    "sip:alice@demo:70000",
    "sip:alice@demo;",
    "sip:alice@demo;;lr",
    "sip:alice@demo;a=",
    "sip:al ice@demo",
    "sip:alice%4@demo",
    "sip:alice@[::1",
    "sip:alice@a..b",
    "sip:alice@demo;lr;lr",
    "tel:",
    "tel:abc-x",
    "1x:y",
    ":y",
  ])("SIP-11 %s is refused", (text) => {
    expect(parseUri(text)).toBeUndefined();
  });

  test("SIP-11 any user part survives, also bytes that are not UTF-8", () => {
    const users = ["1001", "##1", "a b@c:d", "é🎉", "%41", "a/b?c;d=e"];
    for (const user of users) expect(read(serializeUri(sipUri(user, "demo")))).toMatchObject({ user });
    expect(serializeUri(read("sip:%C3%28@demo"))).toBe("sip:%C3(@demo");
  });

  test.each([
    ["sip:%61lice@ATLANTA.com;transport=TCP", "sip:alice@atlanta.com;Transport=tcp", true],
    ["sip:carol@chicago.com", "sip:carol@chicago.com;newparam=5", true],
    ["sip:carol@chicago.com;security=on", "sip:carol@chicago.com;newparam=5", true],
    ["sip:alice@demo", "sip:Alice@demo", false],
    ["sip:bob@biloxi.com", "sip:bob@biloxi.com:5060", false],
    ["sip:bob@biloxi.com", "sip:bob@biloxi.com;transport=udp", false],
    ["sip:carol@chicago.com;security=on", "sip:carol@chicago.com;security=off", false],
    ["sip:carol@chicago.com", "sip:carol@chicago.com?Subject=next%20meeting", false],
    ["sip:a@demo", "sips:a@demo", false],
    ["tel:+1(201)5550123", "tel:+1-201-555-0123", true],
    ["tel:+12015550123", "sip:+12015550123@demo", false],
  ])("SIP-11 %s and %s: equal by RFC 3261 §19.1.4 is %s", (a, b, equal) => {
    expect(sameUri(read(a), read(b))).toBe(equal);
    expect(sameUri(read(b), read(a))).toBe(equal);
  });
});

describe("SIP-12 addresses with names", () => {
  test("SIP-12 a hostile name stays within its quotes", () => {
    for (const displayName of [
      '"><script>',
      "a\r\nX-Evil: 1",
      "\\",
      'x" <sip:evil@x>',
      "؜עברית",
      "🎉".repeat(500),
      "a,b;c",
    ]) {
      const text = serializeNameAddr(nameAddr(sipUri("alice", "demo"), { displayName }));
      expect(text).not.toMatch(/[\r\n]/);
      expect(parseNameAddr(text)).toMatchObject({
        displayName: displayName.replace("\r\n", " "),
        uri: { user: "alice" },
      });
    }
  });

  test("SIP-12 without brackets the parameters belong to the field", () => {
    expect(parseNameAddr("sip:a@demo;tag=1")).toMatchObject({
      params: new Map([["tag", "1"]]),
      uri: { params: new Map() },
    });
    expect(parseNameAddr("<sip:a@demo;lr>;tag=1")).toMatchObject({
      params: new Map([["tag", "1"]]),
      uri: { params: new Map([["lr", ""]]) },
    });
  });

  test.each([
    "<sip:a@demo",
    "< sip:a@demo>",
    '"a <sip:a@demo>',
    "a b",
    "<sip:a@demo> x",
    "<sip:a@demo>;",
    "<sip:a@demo>;a=b;A=c",
    "é <sip:a@demo>",
    "",
  ])("SIP-12 %s is refused", (text) => {
    expect(parseNameAddr(text)).toBeUndefined();
  });

  test("SIP-12 a list is refused completely when one value of it is malformed", () => {
    expect(parseNameAddrList("<sip:a@demo>, b <sip:b@demo>")).toHaveLength(2);
    for (const text of ["<sip:a@demo>,", ",<sip:a@demo>", "<sip:a@demo>,,<sip:b@demo>"])
      expect(parseNameAddrList(text)).toBeUndefined();
  });

  test("SIP-12 parameters with other than token characters are quoted", () => {
    const value = nameAddr(sipUri("a", "demo"), {
      params: new Map([
        ["+sip.instance", "<urn:uuid:1>"],
        ["ob", ""],
      ]),
    });
    expect(serializeNameAddr(value)).toBe('<sip:a@demo>;+sip.instance="<urn:uuid:1>";ob');
    expect(parseNameAddr(serializeNameAddr(value))).toEqual(value);
  });
});
