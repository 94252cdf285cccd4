import { APPLICATION } from "./torture-application.ts";
import { INVALID } from "./torture-invalid.ts";
import { VALID } from "./torture-valid.ts";

/**
 * The messages of RFC 4475 under the names that it gives them, with CRLF line ends. `<hex>` in the RFC is written as
 * escapes here, `<repeat>` as a function call.
 */
const TEXT = { ...VALID, ...INVALID, ...APPLICATION } as const;

const crlf = (text: string): string => text.replaceAll("\n", "\r\n");

export type TortureName = keyof typeof TEXT;

/** A message of RFC 4475 as the text of one frame. */
export const torture = (name: TortureName): string => crlf(TEXT[name]);

/** All of them but mpart01, which is not text. */
export const tortureTexts: readonly string[] = Object.values(TEXT).map((text) => crlf(text));

export const tortureEntries: ReadonlyArray<readonly [name: string, text: string]> = Object.entries(TEXT).map(
  ([name, text]) => [name, crlf(text)],
);

/** mpart01 (§3.1.1.11) as bytes: its multipart body ends in binary; of the signature only the first bytes are included. */
export const mpart01 = (): Uint8Array => {
  const signature = [
    0x30, 0x82, 0x01, 0x52, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02, 0xa0, 0xff,
  ];
  const text = crlf(`--7a9cbec02ceef655
Content-Type: text/plain
Content-Transfer-Encoding: binary

Hello
--7a9cbec02ceef655
Content-Type: application/octet-stream
Content-Transfer-Encoding: binary

`);
  const end = "\r\n--7a9cbec02ceef655--";
  const head = crlf(`MESSAGE sip:kumiko@example.org SIP/2.0
Via: SIP/2.0/UDP 127.0.0.1:5070;branch=z9hG4bK-d87543-4dade06d0bdb11ee-1--d87543-;rport
Max-Forwards: 70
Route: <sip:127.0.0.1:5080>
Identity: r5mwreLuyDRYBi/0TiPwEsY3rEVsk/G2WxhgTV1PF7hHuLIK0YWVKZhKv9Mj8UeXqkMVbnVq37CD+813gvYjcBUaZngQmXc9WNZSDNGCzA+fWl9MEUHWIZo1CeJebdY/XlgKeTa0Olvq0rt70Q5jiSfbqMJmQFteeivUhkMWYUA=
Contact: <sip:fluffy@127.0.0.1:5070>
To: <sip:kumiko@example.org>
From: <sip:fluffy@example.com>;tag=2fb0dcc9
Call-ID: 3d9485ad0c49859b@Zmx1ZmZ5LW1hYy0xNi5sb2NhbA..
CSeq: 1 MESSAGE
Content-Transfer-Encoding: binary
Content-Type: multipart/mixed;boundary=7a9cbec02ceef655
Date: Sat, 15 Oct 2005 04:44:56 GMT
User-Agent: SIPimp.org/0.2.5 (curses)
Content-Length: ${text.length + signature.length + end.length}

`);
  const ascii = (part: string): number[] => Array.from(part, (char) => char.charCodeAt(0));
  return Uint8Array.from([...ascii(head), ...ascii(text), ...signature, ...ascii(end)]);
};
