import { describe, expect, test } from "vitest";
import { createRandom } from "../../test/random.ts";
import { frame, readRequest, readResponse, refusal, requestText } from "../../test/read.ts";
import { mpart01, tortureTexts } from "../../test/torture.ts";
import { addressList, contact, contacts, listValues } from "./fields.ts";
import { MAX_HEADER_COUNT, MAX_HEADER_LENGTH, MAX_MESSAGE_BYTES } from "./limits.ts";
import { createResponse, header, headers } from "./message.ts";
import { parseMessage } from "./parse-message.ts";
import { serialize } from "./serialize.ts";
import { encodeUtf8 } from "./utf8.ts";

/** Time of this process alone, not of the clock: a busy machine changes nothing. */
const MOST_CPU_US = 1_000_000;

const withLines = (...lines: readonly string[]): string => requestText({ headers: lines });

describe("SIP-4 names in any case, compact forms, folds and lists", () => {
  test("SIP-4 a compact name means the long one, and case does not matter", () => {
    const message = readRequest(withLines("k: replaces", "SUPPORTED: timer", "x-other: 1"));
    expect(headers(message, "supported")).toEqual(["replaces", "timer"]);
    expect(header(message, "K")).toBe("replaces");
    expect(header(message, "X-Other")).toBe("1");
  });

  test("SIP-4 a folded line is one value", () => {
    expect(header(readRequest(withLines("Subject: one", " two", "\tthree")), "Subject")).toBe("one two three");
  });

  test("SIP-4 a comma within quotes or brackets does not split", () => {
    const message = readRequest(
      withLines('Route: "A, B" <sip:a,b@demo;lr>, <sip:c@demo;lr>', "Route: <sip:d@demo;lr>", "Allow: INVITE, ACK"),
    );
    expect(addressList(message, "Route").map(({ uri }) => (uri.kind === "sip" ? uri.user : ""))).toEqual([
      "a,b",
      "c",
      "d",
    ]);
    expect(listValues(message, "Allow")).toEqual(["INVITE", "ACK"]);
    expect(listValues(readRequest(withLines('X-List: "a\\",b", c,, <d,e>')), "X-List")).toEqual([
      '"a\\",b"',
      "c",
      "<d,e>",
    ]);
  });

  test("SIP-4 directly after the start line a folded line is refused", () => {
    expect(refusal(requestText().replace("\r\nVia:", "\r\n Via:")).status).toBe(400);
  });

  test("SIP-4 a bare CR or LF and other control characters are refused", () => {
    for (const value of ["a\nb", "a\rb", "a\0b", "a\u007fb"])
      expect(refusal(withLines(`Subject: ${value}`)).status).toBe(400);
    for (const char of ["\n", "\r"]) expect(refusal(withLines(`Contact: "a\\${char}b" <sip:a>`)).status).toBe(400);
    expect(readRequest(withLines("Subject: a\tb")).method).toBe("INVITE");
  });
});

test("SIP-4 the star of a Contact is not an address", () => {
  expect(contacts(readRequest(requestText().replace(/Contact: [^\r]*/, "Contact: *")))).toBe("*");
  expect(contact(readRequest(requestText().replace(/Contact: [^\r]*/, "Contact: *")))).toBeUndefined();
});

describe("SIP-5 Content-Length counts bytes", () => {
  const body = "grüße 🎉";
  const bytes = encodeUtf8(body).length;

  test("SIP-5 without it the body is the rest of the frame", () => {
    expect(readRequest(requestText({ body })).body).toBe(body);
  });

  test("SIP-5 the correct length counts bytes, from text and from bytes", () => {
    const text = requestText({ headers: [`Content-Length: ${bytes}`], body });
    expect(readRequest(text).body).toBe(body);
    expect(readRequest(encodeUtf8(text)).body).toBe(body);
  });

  test("SIP-5 a length greater than the body is refused with 400", () => {
    expect(refusal(requestText({ headers: [`Content-Length: ${bytes + 1}`], body }))).toMatchObject({ status: 400 });
  });

  test("SIP-5 the body is cut to the length, also within a character", () => {
    expect(readRequest(requestText({ headers: ["Content-Length: 2"], body })).body).toBe("gr");
    expect(readRequest(requestText({ headers: ["Content-Length: 3"], body })).binaryBody).toEqual(
      Uint8Array.of(0x67, 0x72, 0xc3),
    );
  });

  test.each(["-1", "1.5", "0x10", "", "1 2", "+1"])("SIP-5 a length of '%s' is refused", (length) => {
    expect(refusal(withLines(`Content-Length: ${length}`)).status).toBe(400);
  });
});

describe("SIP-6 limits", () => {
  test("SIP-6 a message above 64 KiB gets 513", () => {
    const most = MAX_MESSAGE_BYTES - requestText().length;
    expect(readRequest(requestText({ body: "x".repeat(most) })).body.length).toBe(most);
    expect(refusal(requestText({ body: "x".repeat(most + 1) })).answer).toMatch(/^SIP\/2\.0 513 /);
    expect(refusal(requestText({ body: "é".repeat(most) })).status).toBe(513);
    expect(refusal(encodeUtf8(requestText({ body: "x".repeat(most + 1) }))).status).toBe(513);
  });

  test("SIP-6 too many fields, or one too long, are refused with 400", () => {
    const own = requestText().split("\r\n").length - 3;
    const many = (count: number): string => withLines(...Array.from({ length: count }, () => "X-A: 1"));
    expect(readRequest(many(MAX_HEADER_COUNT - own)).method).toBe("INVITE");
    expect(refusal(many(MAX_HEADER_COUNT - own + 1)).why).toBe("too many header fields");
    expect(refusal(withLines(`X-A: ${"x".repeat(MAX_HEADER_LENGTH)}`)).why).toBe("header field too long");
    expect(refusal(requestText({ uri: `sip:${"x".repeat(3000)}@demo` })).status).toBe(400);
  });

  test("SIP-6 no list has more than 100 values", () => {
    const route = (count: number): string =>
      withLines(`Route: ${Array.from({ length: count }, () => "<sip:a;lr>").join(",")}`);
    expect(readRequest(route(100)).method).toBe("INVITE");
    expect(refusal(route(101)).why).toBe("malformed Route");
  });
});

describe("SIP-7 numbers, and fields that may occur only once", () => {
  test.each(["Max-Forwards: 1", "From: <sip:x@demo>", "To: <sip:x@demo>", "Call-ID: x", "CSeq: 1 INVITE"])(
    "SIP-7 a second %s is refused",
    (line) => {
      expect(refusal(withLines(line)).why).toMatch(/^more than one /);
    },
  );

  test("SIP-7 CSeq is below 2^31 and Max-Forwards at most 255", () => {
    expect(readRequest(requestText({ cseq: 2_147_483_647 })).cseq.number).toBe(2_147_483_647);
    expect(refusal(requestText({ cseq: 2_147_483_648 })).why).toBe("malformed CSeq");
    expect(refusal(requestText().replace("Max-Forwards: 70", "Max-Forwards: 256")).why).toBe("malformed Max-Forwards");
  });
});

describe("SIP-9 the response to a refused message", () => {
  test("SIP-9 the request's own fields are copied and To gets a tag", () => {
    const { answer } = refusal(withLines("Content-Length: x"));
    const response = readResponse(answer ?? "");
    expect(response).toMatchObject({ status: 400, callId: "call-1", cseq: { number: 1, method: "INVITE" } });
    expect(response.via[0]?.params.get("branch")).toBe("z9hG4bKone");
    expect(response.from.params.get("tag")).toBe("alicetag");
    expect(response.to.params.get("tag")).toBe("refused");
  });

  test("SIP-9 text that could break a line is not copied", () => {
    for (const bad of ["a\nX-Evil: 1", "a\rb", "a\0b"]) {
      const { answer } = refusal(requestText({ callId: bad }));
      expect(answer).not.toMatch(/[^\r]\n|\r[^\n]|\0|Evil/);
      expect(answer).toContain("SIP/2.0 400 Bad Request\r\nVia: ");
    }
  });

  test("SIP-9 a response, an ACK, a message without Via and text that is not SIP get none", () => {
    expect(refusal("SIP/2.0 200 OK\r\nVia: SIP/2.0/WS x;branch=z9hG4bKa\r\n\r\n").answer).toBeUndefined();
    expect(refusal(requestText({ method: "ACK", headers: ["Content-Length: x"] })).answer).toBeUndefined();
    expect(refusal(requestText().replace(/Via: [^\r]*\r\n/, "")).answer).toBeUndefined();
    expect(refusal("GET / HTTP/1.1\r\nVia: 1.1 proxy\r\n\r\n").answer).toBeUndefined();
    expect(refusal("").answer).toBeUndefined();
    expect(refusal(Uint8Array.of(0xff, 0xfe)).answer).toBeUndefined();
  });
});

describe("SIP-8 no input makes the parser throw or hang", () => {
  const CHARS = '\r\n \t:;,<>@"\\?&=%/[]()0aZ\0\u007fé🎉\ud800';

  const mutate = (text: string, random: () => number): string => {
    const at = Math.floor(random() * text.length);
    const span = Math.floor(random() * 12);
    const char = CHARS[Math.floor(random() * CHARS.length)] ?? "";
    const other = Math.floor(random() * text.length);
    switch (Math.floor(random() * 5)) {
      case 0:
        return text.slice(0, at) + text.slice(at + span);
      case 1:
        return text.slice(0, at) + char.repeat(1 + span) + text.slice(at);
      case 2:
        return text.slice(0, at) + text.slice(other, other + 40) + text.slice(at);
      case 3:
        return text.slice(0, at) + char + text.slice(at + 1);
      default:
        return text.slice(0, at);
    }
  };

  test("SIP-8 20,000 seeded mutations of valid and invalid messages end in a value, and fast", () => {
    const random = createRandom(4475);
    const corpus = [...tortureTexts, requestText({ body: "v=0\r\n" })];
    let read = 0;
    let refused = 0;
    let slowest = 0;
    for (let round = 0; round < 20_000; round += 1) {
      let text = corpus[round % corpus.length] ?? "";
      for (let step = 0; step <= round % 4; step += 1) text = mutate(text, random);
      const before = process.cpuUsage();
      const message = parseMessage(round % 8 === 0 ? encodeUtf8(text) : text);
      slowest = Math.max(slowest, process.cpuUsage(before).user);
      if (message.kind === "failure") refused += 1;
      else read += 1;
    }
    expect(read).toBeGreaterThan(800);
    expect(refused).toBeGreaterThan(2_000);
    expect(slowest).toBeLessThan(MOST_CPU_US);
  });

  test("SIP-8 mutated bytes", () => {
    const random = createRandom(7118);
    for (let round = 0; round < 3_000; round += 1) {
      const bytes = mpart01();
      for (let step = 0; step < 3; step += 1) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
      expect(["request", "response", "failure"]).toContain(parseMessage(bytes).kind);
    }
  });

  test.each([
    ["spaces before folds", `Subject: ${" ".repeat(8_000)}\r\n x`],
    ["quotes", `Contact: ${'"'.repeat(8_000)}`],
    ["backslashes", `Contact: "${"\\".repeat(8_001)}`],
    ["tokens", `Contact: ${"a ".repeat(4_000)}`],
    ["semicolons", `Contact: <sip:a>${";a=b".repeat(2_000)}`],
    ["escapes", `Contact: <sip:${"%41".repeat(2_500)}@a>`],
    ["dots", `Contact: <sip:${"a.".repeat(4_000)}>`],
    ["commas", `Allow: ${"A,".repeat(4_000)}`],
    ["slashes", `Content-Type: ${"a/".repeat(4_000)}`],
  ])("SIP-8 eight long fields of %s take no more than linear time", (_, line) => {
    const text = withLines(
      ...Array.from({ length: 7 }, (__, at) => line.replace(/^[^:]+/, at === 0 ? "$&" : `X-${at}`)),
      line,
    );
    const before = process.cpuUsage();
    parseMessage(text);
    expect(process.cpuUsage(before).user).toBeLessThan(MOST_CPU_US);
  });
});

test("SIP-12 a value of ours with line breaks stays one line", () => {
  const request = readRequest(requestText());
  const text = serialize({
    ...createResponse(request, 200, { reason: "a\r\nX: 1" }),
    headers: [["Reason", "b\nX: 2\r\n\r\n"]],
  });
  expect(text).toContain("SIP/2.0 200 a X: 1\r\n");
  expect(text).toContain("\r\nReason: b X: 2 \r\nContent-Length: 0\r\n\r\n");
});

test("SIP-1 empty lines before the start line are skipped, and a frame with several messages is one message", () => {
  expect(readRequest(`\r\n\r\n${requestText()}`).method).toBe("INVITE");
  expect(readRequest(frame([requestText({ headers: ["Content-Length: 0"] })], requestText())).body).toBe("");
});
