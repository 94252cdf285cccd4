import { createHash, randomUUID } from "node:crypto";
import { isIP } from "node:net";
import smpp, { type Pdu } from "smpp";
import type { Clock } from "../../../kernel/clock.ts";
import type { Log } from "../../../kernel/log.ts";
import { SmsRefused, type SmsGateway, type SmsReport } from "../../../modules/sms/index.ts";
import { fingerprint, keptId, readDeliver } from "./smpp-incoming.ts";
import { keepSmppLink, type SmppLink } from "./smpp-link.ts";
import { smppText } from "./smpp-text.ts";

export interface SmppDeps {
  /** `smpp://system-id:password@host:2775`, `smpps:` with TLS; options in its query (SMS-62, SMS-63). */
  readonly address: string;
  /** Sender of codes. */
  readonly sender: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Certificate of the centre; undefined: those that Node trusts. */
  readonly ca?: string;
}

const PORTS = { smpp: 2775, smpps: 3550 } as const;
const WINDOW = 10;
const WITH_HEADER = 0x40;
const RECEIPT_WANTED = 1;
/** The message is at fault, not the link or the moment (SMPP 3.4 §5.1.3). */
const REFUSED = new Set([0x01, 0x0a, 0x0b, 0x33, 0x34, 0x43, 0x45, 0x48, 0x49, 0x50, 0x51, 0x65, 0x66]);
/** How long a message that may come again is known (SMS-65). */
const AGAIN_MS = 600_000;
const KNOWN_MOST = 10_000;

/** SMS-62: a message centre, by SMPP 3.4. Each server has a link of its own. */
export function createSmppGateway(deps: SmppDeps): SmsGateway {
  const { sender, clock, log } = deps;
  const settings = settingsOf(deps.address);
  const { referenceBytes, isPayload } = settings;
  let link: SmppLink | undefined;

  const submit = async (params: object): Promise<string | undefined> => {
    if (link === undefined) throw new Error("the link to the message centre is not open");
    const { command_status: status, message_id: id } = await link.submit(params);
    if (REFUSED.has(status)) throw new SmsRefused(String(status));
    if (status !== 0) throw new Error(`the message centre answered ${status}`);
    return typeof id === "string" && id !== "" ? keptId(id) : undefined;
  };

  return {
    send: async ({ from = sender, to, text, key }) => {
      const reference = createHash("sha256")
        .update(`${key ?? randomUUID()}`)
        .digest()
        .readUInt16BE(0);
      const { dataCoding, parts, whole } = smppText(text, { reference, referenceBytes });
      const common = {
        ...addressOf("source", from),
        ...addressOf("dest", to),
        data_coding: dataCoding,
        registered_delivery: key === undefined ? 0 : RECEIPT_WANTED,
      };
      if (parts.length === 1) return { reference: await submit({ ...common, short_message: whole }) };
      if (isPayload) return { reference: await submit({ ...common, message_payload: whole }) };
      const references: string[] = [];
      for (const part of parts) {
        const id = await submit({ ...common, esm_class: WITH_HEADER, short_message: part });
        if (id !== undefined) references.push(id);
      }
      return { reference: undefined, parts: references };
    },

    listen: (take) => {
      const { host, port, isSecure: tls, ...more } = settings;
      // RFC 6066 §3: no address is a server name.
      const servername = isIP(host) === 0 ? { servername: host } : {};
      const ca = deps.ca === undefined ? {} : { ca: deps.ca };
      const opened = keepSmppLink({
        ...more,
        connect: () => smpp.connect({ host, port, tls, ...(tls ? { ...servername, ...ca } : {}) }),
        readyOn: tls ? "secureConnect" : "connect",
        ...createTaker({ take, clock, log }),
        clock,
        log,
      });
      link = opened;
      return () => {
        link = undefined;
        opened.stop();
      };
    },
  };
}

/**
 * SMS-65: takes what comes in. A centre that did not hear our answer, because the link was lost, sends a message again over the
 * next link: it keeps its reference. The same text twice over one link is two messages.
 */
function createTaker({
  take,
  clock,
  log,
}: Pick<SmppDeps, "clock" | "log"> & { readonly take: (report: SmsReport) => Promise<void> }) {
  interface Doubtful {
    readonly reference: string;
    readonly session: number;
    readonly mark: number;
    readonly at: number;
  }
  const doubtful = new Map<string, Doubtful>();
  let marks = 0;
  return {
    mark: () => marks,
    confirmed: (session: number, mark: number): void => {
      for (const [print, one] of doubtful) if (one.session === session && one.mark <= mark) doubtful.delete(print);
    },
    take: async (pdu: Pdu, session: number): Promise<number> => {
      const print = fingerprint(pdu);
      const now = clock.now();
      for (const [old, { at }] of doubtful) {
        if (at > now - AGAIN_MS && doubtful.size < KNOWN_MOST) break;
        doubtful.delete(old);
      }
      const before = doubtful.get(print);
      const isAgain = before !== undefined && before.session !== session;
      const reference = isAgain ? before.reference : `smpp-${randomUUID()}`;
      doubtful.delete(print);
      doubtful.set(print, { reference, session, mark: (marks += 1), at: now });
      try {
        await take(readDeliver(pdu, reference));
        return 0;
      } catch (error) {
        log.warn("what the message centre sent could not be taken", { err: error });
        throw error;
      }
    },
  };
}

function settingsOf(address: string) {
  const isSecure = address.startsWith("smpps:");
  // Hosts and ports of other schemes are not read by URL.
  const url = new URL(address.replace(/^smpps?:/, "https:"));
  const { searchParams: options } = url;
  const window = Number(options.get("window") ?? WINDOW);
  return {
    isSecure,
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? PORTS[isSecure ? "smpps" : "smpp"] : Number(url.port),
    bind: {
      system_id: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      system_type: options.get("system_type") ?? "",
    },
    window: Number.isInteger(window) && window > 0 ? window : WINDOW,
    referenceBytes: options.get("reference") === "16" ? (2 as const) : (1 as const),
    isPayload: options.get("long") === "payload",
  };
}

/** SMPP 3.4 §5.2.5, §5.2.6: international numbers of the ISDN plan. */
function addressOf(which: "source" | "dest", number: string) {
  const digits = number.replace(/^\+/, "");
  return which === "source"
    ? { source_addr: digits, source_addr_ton: 1, source_addr_npi: 1 }
    : { destination_addr: digits, dest_addr_ton: 1, dest_addr_npi: 1 };
}
