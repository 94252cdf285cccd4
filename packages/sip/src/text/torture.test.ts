import { describe, expect, test } from "vitest";
import { mpart01, torture } from "../../test/torture.ts";
import { INVALID } from "../../test/torture-invalid.ts";
import { VALID } from "../../test/torture-valid.ts";
import { readMessage, readRequest, readResponse, refusal } from "../../test/read.ts";
import { screenRequest } from "../stack/screen.ts";
import type { Supports } from "../stack/screen.ts";
import { contact, contacts, contactExpires, expires, listValues, maxForwards } from "./fields.ts";
import { header, headers } from "./message.ts";
import { serialize, serializeBytes } from "./serialize.ts";

const names = <T extends object>(texts: T): readonly (keyof T & string)[] =>
  Object.keys(texts).filter((name): name is keyof T & string => name in texts);

describe("SIP-1 the valid messages of RFC 4475 are read", () => {
  test.each(names(VALID))("%s", (name) => {
    expect(readMessage(torture(name)).kind).not.toBe("failure");
  });

  test("wsinv: folds, compact names, odd capitals and spaces everywhere", () => {
    const message = readRequest(torture("wsinv"));
    expect(message.from.displayName).toBe('J Rosenberg \\"');
    expect(message.from.params.get("tag")).toBe("98asjd8");
    expect(message.to.params.get("tag")).toBe("1918181833n");
    expect(message.cseq).toEqual({ number: 9, method: "INVITE" });
    expect(maxForwards(message)).toBe(68);
    expect(message.via.map((via) => `${via.transport} ${via.host}`)).toEqual([
      "UDP 192.0.2.2",
      "TCP spindle.example.com",
      "UDP 192.168.255.111",
    ]);
    expect(message.via[1]?.params.get("branch")).toBe("z9hG4bK9ikj8");
    expect(header(message, "subject")).toBe("");
    expect(header(message, "NewFangledHeader")).toBe("newfangled value continued newfangled value");
    expect(header(message, "UnknownHeaderWithUnusualValue")).toBe(";;,,;;,;");
    expect([...(contact(message)?.params ?? [])]).toEqual([
      ["newparam", "newvalue"],
      ["secondparam", ""],
      ["q", "0.33"],
    ]);
    expect(contact(message)?.displayName).toBe('Quoted string ""');
    expect(message.body.length).toBe(150);
  });

  test("intmeth: every character that its place allows", () => {
    const message = readRequest(torture("intmeth"));
    expect(message.method).toBe("!interesting-Method0123456789_*+`.%indeed'~");
    expect(message.uri).toMatchObject({
      user: "1_unusual.URI~(to-be!sure)&isn't+it$/crazy?,/;;*",
      password: "&it+has=1,weird!*pas$wo~d_too.(doesn't-it)",
    });
    expect(message.to.displayName).toBe("BEL:\u0007 NUL:\u0000 DEL:\u007f");
    expect(message.from.displayName).toBe("token1~` token2'+_ token3*%!.-");
    expect(message.from.params.get("fromparam''~+*_!.-%")).toBe("работающий");
    expect(message.callId).toBe("intmeth.word%ZK-!.*_+'@word`~)(><:\\/\"][?}{");
    expect(header(message, "extensionHeader-!.%*+_`'~")).toBe("\uFEFF大停電");
  });

  test("esc01, escnull, semiuri: escapes of a URI are decoded, also NUL", () => {
    expect(readRequest(torture("esc01")).uri).toMatchObject({ user: "sips:user@example.com", host: "example.net" });
    expect(readRequest(torture("esc01")).to.uri).toMatchObject({ user: "user" });
    const target = contact(readRequest(torture("esc01")))?.uri;
    expect(target?.kind === "sip" ? [...target.params] : []).toEqual([
      ["lr", ""],
      ["name", "value%41"],
    ]);
    const nulls = contacts(readRequest(torture("escnull")));
    expect(nulls === "*" ? [] : nulls.map(({ uri }) => (uri.kind === "sip" ? uri.user : ""))).toEqual(["\0", "\0\0"]);
    expect(readRequest(torture("semiuri")).uri).toMatchObject({ user: "user;par=u@example.net", host: "example.com" });
  });

  test("esc02: a percent sign outside a URI is a percent sign", () => {
    const message = readRequest(torture("esc02"));
    expect(message.method).toBe("RE%47IST%45R");
    expect(message.to.displayName).toBe("%Z%45");
    expect(headers(message, "Contact")).toHaveLength(2);
  });

  test("longreq: 34 Via values and long names", () => {
    expect(readRequest(torture("longreq")).via).toHaveLength(34);
  });

  test("dblreq: text after the body is dropped", () => {
    expect(readRequest(torture("dblreq"))).toMatchObject({ method: "REGISTER", body: "" });
  });

  test("unreason, noreason: a reason phrase in other letters, and an empty one", () => {
    expect(readResponse(torture("unreason")).reason).toBe("= 2**3 * 5**2 но сто девяносто девять - простое");
    expect(readResponse(torture("noreason"))).toMatchObject({ status: 100, reason: "" });
  });

  test("mpart01: a body that is not text keeps its bytes", () => {
    const message = readRequest(mpart01());
    expect(message.body).toBe("");
    expect(message.binaryBody?.length).toBeGreaterThan(100);
    expect(readMessage(serializeBytes(message))).toEqual(message);
  });
});

describe("SIP-2 the invalid messages of RFC 4475 are refused", () => {
  const silent = new Set(["scalarlg", "bigcode"]);
  test.each(names(INVALID))("%s", (name) => {
    const { status, answer } = refusal(torture(name));
    expect(status).toBe(name === "badvers" ? 505 : 400);
    if (silent.has(name)) expect(answer).toBeUndefined();
    else
      expect(answer).toMatch(
        new RegExp(`^SIP/2\\.0 ${status} [^\\r]+\\r\\nVia: |^SIP/2\\.0 ${status} [^\\r]+\\r\\nTo: `),
      );
  });

  test("multi01, mcl01, insuf: a field twice, or missing", () => {
    expect(refusal(torture("multi01")).why).toBe("more than one CSeq");
    expect(refusal(torture("mcl01")).why).toBe("more than one Content-Length");
    expect(refusal(torture("insuf"))).toMatchObject({ status: 400, why: "no From" });
    expect(refusal(torture("insuf")).answer).toContain("CSeq: 193942 INVITE\r\n");
  });
});

describe("SIP-3 the messages of RFC 4475 for the application get the correct response", () => {
  const supports: Supports = {
    methods: ["INVITE", "OPTIONS", "REGISTER"],
    schemes: ["sip", "sips", "tel"],
    extensions: ["replaces"],
    contentTypes: { INVITE: ["application/sdp"] },
  };
  const screen = (name: Parameters<typeof torture>[0]) => screenRequest(readRequest(torture(name)), supports);

  test("unkscm, novelsc: 416 for a scheme of the Request-URI", () => {
    expect(screen("unkscm")?.status).toBe(416);
    expect(screen("novelsc")?.status).toBe(416);
  });

  test("unksm2: other schemes in the fields are well-formed", () => {
    const message = readRequest(torture("unksm2"));
    expect([message.to.uri.scheme, message.from.uri.scheme, contact(message)?.uri.scheme]).toEqual([
      "isbn",
      "http",
      "name",
    ]);
  });

  test("bext01: 420 names each extension that is not supported", () => {
    expect(screen("bext01")).toEqual({
      status: 420,
      headers: [
        ["Unsupported", "nothingSupportsThis"],
        ["Unsupported", "nothingSupportsThisEither"],
        ["Unsupported", "noProxiesSupportThis"],
        ["Unsupported", "norDoAnyProxiesSupportThis"],
      ],
    });
  });

  test("invut: 415 lists the accepted types", () => {
    expect(screen("invut")).toEqual({ status: 415, headers: [["Accept", "application/sdp"]] });
    const sdpWith = (line: string) =>
      screenRequest(readRequest(torture("sdp01").replace("Max-Forwards", `${line}\r\nMax-Forwards`)), supports);
    expect(sdpWith("Content-Encoding: gzip")).toEqual({ status: 415, headers: [["Accept-Encoding", "identity"]] });
    expect(sdpWith("Content-Encoding: identity")).toBeUndefined();
    const optional = torture("invut").replace(
      "Max-Forwards",
      "Content-Disposition: session;handling=optional\r\nMax-Forwards",
    );
    expect(screenRequest(readRequest(optional), supports)).toBeUndefined();
  });

  test("intmeth, esc02: 405 lists the allowed methods", () => {
    expect(screen("esc02")).toEqual({ status: 405, headers: [["Allow", "INVITE, OPTIONS, REGISTER"]] });
    expect(screen("intmeth")?.status).toBe(405);
  });

  test("zeromf, sdp01, badbranch, inv2543: well-formed, and left to the layer above", () => {
    expect(maxForwards(readRequest(torture("zeromf")))).toBe(0);
    expect(listValues(readRequest(torture("sdp01")), "Accept")).toEqual(["text/nobodyKnowsThis"]);
    expect(screen("badbranch")).toBeUndefined();
    expect(readRequest(torture("inv2543")).from.params.has("tag")).toBe(false);
  });

  test("cparam01, cparam02: a parameter of the field, and one of the URI", () => {
    const first = contact(readRequest(torture("cparam01")));
    const second = contact(readRequest(torture("cparam02")));
    expect(first?.params.has("unknownparam")).toBe(true);
    expect(second?.params.has("unknownparam")).toBe(false);
    expect(second?.uri.kind === "sip" && second.uri.params.has("unknownparam")).toBe(true);
  });

  test("regescrt: escaped headers in a Contact are kept", () => {
    const target = contact(readRequest(torture("regescrt")));
    expect(target?.uri.kind === "sip" ? [...target.uri.headers] : []).toEqual([["route", "<sip:sip.example.com>"]]);
  });

  test("lifetimes that no clock can count are limited", () => {
    const message = readRequest(torture("scalar02").replace("36893488147419103232", "1").replace("300", "70"));
    const [value] = [contact(message)];
    expect(expires(message)).toBe(4_294_967_295);
    expect(value === undefined ? undefined : contactExpires(message, value)).toBe(4_294_967_295);
  });
});

describe("SIP-10 written messages read back the same", () => {
  test.each([...names(VALID), "unksm2", "regescrt", "cparam02", "sdp01", "inv2543"] as const)("%s", (name) => {
    const message = readMessage(torture(name));
    expect(readMessage(serialize(message))).toEqual(message);
  });
});
