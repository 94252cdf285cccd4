import { createHash } from "node:crypto";
import type { Pdu } from "smpp";
import * as z from "zod/mini";
import type { SmsReport, SmsReportedState } from "../../../modules/sms/index.ts";

const RECEIPT = 0x04;
const TYPE = 0x3c;
const INTERNATIONAL = 1;
const PARTS_MOST = 50;

/** What a centre sends may be of any kind. */
const { catch: otherwise } = z;
const whole = z._default(otherwise(z.number(), 0), 0);
const word = z._default(otherwise(z.string(), ""), "");
const content = otherwise(
  z.object({ message: z.union([z.string(), z.instanceof(Buffer)]), udh: z.optional(z.array(z.instanceof(Buffer))) }),
  { message: "" },
);
const pduSchema = z.object({
  esm_class: whole,
  source_addr: word,
  source_addr_ton: whole,
  destination_addr: word,
  dest_addr_ton: whole,
  short_message: z.optional(content),
  message_payload: z.optional(content),
  receipted_message_id: z.optional(otherwise(z.string(), "")),
  message_state: whole,
  sar_msg_ref_num: whole,
  sar_total_segments: whole,
  sar_segment_seqnum: whole,
});
type Incoming = z.infer<typeof pduSchema>;

/** SMS-64, SMS-65: what a deliver_sm says. `reference` names it, as the centre gives no name to messages that come in. */
export function readDeliver(pdu: Pdu, reference: string): SmsReport {
  const parsed = z.safeParse(pduSchema, { ...pdu });
  if (!parsed.success) return { kind: "other" };
  const { data } = parsed;
  const message = contentOf(data);
  if (typeof message.message !== "string") return { kind: "other" };
  if ((data.esm_class & TYPE) === RECEIPT) return receiptOf(data, message.message);
  if ((data.esm_class & TYPE) !== 0) return { kind: "other" };
  const base = { reference, from: senderOf(data), to: receiverOf(data), text: message.message };
  const part = partOf(data, message.udh ?? []);
  return part === undefined ? { kind: "message", ...base } : { kind: "part", ...base, ...part };
}

/** The same for the same message: a centre sends it again when it did not hear that it was taken. */
export function fingerprint(pdu: Pdu): string {
  const { sequence_number: _sequence, ...rest } = { ...pdu };
  return createHash("sha256").update(JSON.stringify(rest)).digest("hex");
}

const contentOf = ({ short_message: short, message_payload: payload }: Incoming): z.infer<typeof content> =>
  short === undefined || (short.message.length === 0 && payload !== undefined) ? (payload ?? { message: "" }) : short;

const numberOf = (address: string, type: number): string =>
  type === INTERNATIONAL && /^\d/.test(address) ? `+${address}` : address;
const senderOf = (data: Incoming): string => numberOf(data.source_addr, data.source_addr_ton);
const receiverOf = (data: Incoming): string => numberOf(data.destination_addr, data.dest_addr_ton);

/** TS 23.040 §9.2.3.24.1 and .8, among other elements; or the parameters of SMPP 3.4 §5.3.2.22 and following. */
function partOf(data: Incoming, udh: readonly Buffer[]) {
  const element = udh.find((one) => (one[0] === 0x00 && one.length === 5) || (one[0] === 0x08 && one.length === 6));
  const [total, n] = element === undefined ? [data.sar_total_segments, data.sar_segment_seqnum] : element.subarray(-2);
  if (total === undefined || n === undefined || total < 2 || total > PARTS_MOST || n < 1 || n > total) return undefined;
  const name = element === undefined ? `sar ${data.sar_msg_ref_num}` : `udh ${element.subarray(2, -2).toString("hex")}`;
  return { group: `${name} of ${total}`, total, n };
}

/** SMPP 3.4 §5.2.28 */
const STATES: ReadonlyMap<string, SmsReportedState> = new Map([
  ["2", "delivered"],
  ["3", "failed"],
  ["4", "failed"],
  ["5", "failed"],
  ["8", "failed"],
  ["DELIVRD", "delivered"],
  ["EXPIRED", "failed"],
  ["DELETED", "failed"],
  ["UNDELIV", "failed"],
  ["REJECTD", "failed"],
]);

/** SMPP 3.4, appendix B: `id:IIIIIIIIII sub:SSS dlvrd:DDD submit date:… done date:… stat:DDDDDDD err:E text:…` */
function receiptOf(data: Incoming, text: string): SmsReport {
  const field = (name: string): string => new RegExp(`\\b${name}:\\s*([\\w-]{1,64})`, "i").exec(text)?.[1] ?? "";
  const id = data.receipted_message_id?.replace(/\0+$/, "") || field("id");
  const state = STATES.get(field("stat").toUpperCase()) ?? STATES.get(String(data.message_state));
  if (id === "" || id.length > 64 || state === undefined) return { kind: "other" };
  const cause = state === "failed" ? field("err") || field("stat") || "failed" : "";
  return {
    kind: "state",
    reference: id,
    spellings: spellingsOf(id),
    between: { did: receiverOf(data), customer: senderOf(data) },
    mayBeEarly: true,
    key: undefined,
    state,
    cause,
  };
}

/** SMS-64: other spellings of an id: centres answer in one base and report in another, with and without leading zeros. */
export function spellingsOf(id: string): readonly string[] {
  const lower = id.toLowerCase();
  const bare = lower.replace(/^0+(?=.)/, "");
  const isDecimal = /^\d{1,20}$/.test(bare);
  const isHex = /^[0-9a-f]{1,16}$/.test(bare);
  const all = [
    lower,
    bare,
    ...(isDecimal ? [BigInt(bare).toString(16)] : []),
    ...(isHex ? [BigInt(`0x${bare}`).toString(10)] : []),
  ];
  return [...new Set(all)];
}

/** In the one form in which ids are kept. */
export const keptId = (id: string): string => id.toLowerCase().replace(/^0+(?=.)/, "");
