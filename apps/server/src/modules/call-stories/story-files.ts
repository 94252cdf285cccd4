import { isIPv4 } from "node:net";
import type { CallStory, StoryDialog, StoryMessage } from "./call-stories.ts";

interface Placed extends StoryMessage {
  readonly lane: number;
  readonly dialog: StoryDialog;
}

/** The messages of all dialogs in the order in which they went over the wire. */
export const inOrder = ({ dialogs }: Pick<CallStory, "dialogs">): readonly Placed[] =>
  dialogs
    .flatMap((dialog, lane) => dialog.messages.map((message) => ({ ...message, lane, dialog })))
    .toSorted((one, other) => one.at - other.at);

/** STORY-5: a story as text. */
export function storyText(story: CallStory): string {
  const parts = inOrder(story).map(({ at, way, dialog: { address }, text }) =>
    [
      `${new Date(at).toISOString()} ${way === "in" ? `${address} -> callpanel` : `callpanel -> ${address}`}`,
      text,
    ].join("\r\n"),
  );
  return parts.join("\r\n");
}

const GLOBAL_HEADER_BYTES = 24;
const RECORD_HEADER_BYTES = 16;
const IP_BYTES = 20;
const UDP_BYTES = 8;
const MOST_PAYLOAD_BYTES = 65_000;
const MAGIC = 0xa1_b2_c3_d4;
/** LINKTYPE_RAW: a packet begins with its IP header. */
const RAW_IP = 101;
const SERVER = "192.0.2.1"; // RFC 5737
const SERVER_PORT = 5060;
const FIRST_PHONE_PORT = 40_000;
const UDP = 17;
const TTL = 64;

/**
 * STORY-5: a story for programs that read captures. Each message is a UDP packet from or to port 5060, with the address
 * of the phone; the address of the server is one for documentation, and a phone with IPv6 has 198.51.100.x.
 */
export function storyCapture(story: CallStory): Buffer {
  const head = Buffer.alloc(GLOBAL_HEADER_BYTES);
  head.writeUInt32BE(MAGIC, 0);
  head.writeUInt16BE(2, 4);
  head.writeUInt16BE(4, 6);
  head.writeUInt32BE(65_535, 16);
  head.writeUInt32BE(RAW_IP, 20);
  return Buffer.concat([head, ...inOrder(story).map(packet)]);
}

function packet({ at, way, text, lane, dialog: { address } }: Placed): Buffer {
  const payload = Buffer.from(text, "utf8").subarray(0, MOST_PAYLOAD_BYTES);
  const phone = {
    address: isIPv4(address) ? address : `198.51.100.${(lane % 250) + 1}`,
    port: FIRST_PHONE_PORT + lane,
  };
  const server = { address: SERVER, port: SERVER_PORT };
  const [from, to] = way === "in" ? [phone, server] : [server, phone];
  const length = IP_BYTES + UDP_BYTES + payload.length;
  const bytes = Buffer.alloc(RECORD_HEADER_BYTES + IP_BYTES + UDP_BYTES);
  bytes.writeUInt32BE(Math.floor(at / 1_000), 0);
  bytes.writeUInt32BE((at % 1_000) * 1_000, 4);
  bytes.writeUInt32BE(length, 8);
  bytes.writeUInt32BE(length, 12);
  const ip = bytes.subarray(RECORD_HEADER_BYTES, RECORD_HEADER_BYTES + IP_BYTES);
  ip.writeUInt8(0x45, 0);
  ip.writeUInt16BE(length, 2);
  ip.writeUInt8(TTL, 8);
  ip.writeUInt8(UDP, 9);
  ip.set(from.address.split(".").map(Number), 12);
  ip.set(to.address.split(".").map(Number), 16);
  ip.writeUInt16BE(checksum(ip), 10);
  const udp = bytes.subarray(RECORD_HEADER_BYTES + IP_BYTES);
  udp.writeUInt16BE(from.port, 0);
  udp.writeUInt16BE(to.port, 2);
  // Without a checksum, which IPv4 allows (RFC 768).
  udp.writeUInt16BE(UDP_BYTES + payload.length, 4);
  return Buffer.concat([bytes, payload]);
}

/** Of an IPv4 header (RFC 1071). */
function checksum(header: Buffer): number {
  let sum = 0;
  for (let at = 0; at < header.length; at += 2) sum += header.readUInt16BE(at);
  while (sum > 0xff_ff) sum = (sum & 0xff_ff) + (sum >>> 16);
  return ~sum & 0xff_ff;
}
