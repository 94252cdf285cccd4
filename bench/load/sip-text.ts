/** SIP by templates and searches: it costs next to nothing, so that what is measured is the server. */
import { hash } from "node:crypto";

export function field(frame: string, name: string): string {
  const start = frame.indexOf(`\r\n${name}: `);
  return start === -1 ? "" : frame.slice(start + name.length + 4, frame.indexOf("\r\n", start + 2));
}

export function line(frame: string, name: string): string {
  return `${name}: ${field(frame, name)}\r\n`;
}

/** All Via lines, in their order. */
export function vias(frame: string): string {
  return (frame.match(/^Via: .*\r\n/gm) ?? []).join("");
}

/** The address of a Contact. */
export function target(frame: string): string {
  return /<([^>]+)>/.exec(field(frame, "Contact"))?.[1] ?? "";
}

export function body(frame: string): string {
  return frame.slice(frame.indexOf("\r\n\r\n") + 4);
}

export const NO_BODY = "Content-Length: 0\r\n\r\n";

export function withSdp(sdp: string): string {
  return `Content-Type: application/sdp\r\nContent-Length: ${sdp.length}\r\n\r\n${sdp}`;
}

export interface Account {
  readonly username: string;
  readonly password: string;
  readonly realm: string;
}

/** Answers the challenge for MD5, which both servers offer. */
export function credentials(
  { username, password, realm }: Account,
  { method, uri, challenge }: { readonly method: string; readonly uri: string; readonly challenge: string },
): string {
  const asked = /^WWW-Authenticate: .*algorithm="?MD5"?(,.*)?\r$/im.exec(challenge)?.[0] ?? "";
  const nonce = /nonce="([^"]+)"/.exec(asked)?.[1];
  if (nonce === undefined) throw new Error(`no challenge for MD5: ${challenge.slice(0, 60)}`);
  const opaque = /opaque="([^"]+)"/.exec(asked)?.[1];
  const ha1 = hash("md5", `${username}:${realm}:${password}`);
  const response = hash("md5", `${ha1}:${nonce}:00000001:c:auth:${hash("md5", `${method}:${uri}`)}`);
  const echo = opaque === undefined ? "" : `, opaque="${opaque}"`;
  return `Authorization: Digest username="${username}", realm="${realm}", nonce="${nonce}", uri="${uri}", response="${response}", algorithm=MD5, qop=auth, nc=00000001, cnonce="c"${echo}\r\n`;
}
