/** The phones of an office, in a process of their own: bench/phone/phone-system.bench.ts drives the same at each phone system. */
import { createDtlsCertificate } from "../../packages/media/src/dtls/certificate.ts";
import { openSocketPhone, type SocketPhone, type TalkingCall } from "./socket-phone.ts";

export interface OfficeAccount {
  readonly username: string;
  readonly password: string;
  readonly extension: string;
}

export type ToPhones =
  | { readonly kind: "open"; readonly url: string; readonly realm: string; readonly accounts: readonly OfficeAccount[] }
  | { readonly kind: "register" | "call"; readonly perSecond: number; readonly count: number }
  | { readonly kind: "talk"; readonly calls: number }
  | { readonly kind: "send"; readonly forMs: number }
  | { readonly kind: "hangUp" };

export interface FromPhones {
  readonly kind: "done" | "failed";
  readonly reason?: string;
  readonly sent: number;
  readonly received: number;
}

const PACKET_MS = 20;
const SETTLE_MS = 300;
const CALLS_AT_ONCE = 10;
const certificate = createDtlsCertificate(Date.now());
let phones: readonly SocketPhone[] = [];
let talking: readonly TalkingCall[] = [];
let [sent, inTurn] = [0, 0];

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Each is begun at its time, whether the one before is done or not. */
async function paced(of: { readonly perSecond: number; readonly count: number }, act: (at: number) => Promise<void>) {
  const startedAt = performance.now();
  const all: Promise<void>[] = [];
  for (let at = 0; at < of.count; at += 1) {
    const due = startedAt + (at * 1_000) / of.perSecond - performance.now();
    if (due > 1) await wait(due);
    all.push(act(at));
  }
  await Promise.all(all);
}

const phone = (at: number): SocketPhone => {
  const found = phones[at % phones.length];
  if (found === undefined) throw new Error("no phones");
  return found;
};

async function callOnce(): Promise<void> {
  const at = 2 * inTurn;
  inTurn += 1;
  const call = await phone(at).call(phone(at + 1));
  await call.hangUp();
}

async function talk(calls: number): Promise<void> {
  const made: TalkingCall[] = [];
  while (made.length < calls) {
    const from = made.length;
    const next = Array.from({ length: Math.min(CALLS_AT_ONCE, calls - from) }, (_, at) => 2 * (from + at));
    made.push(...(await Promise.all(next.map((at) => phone(at).call(phone(at + 1))))));
  }
  talking = made;
}

/** 50 packets a second from each phone, spread evenly over the 20 ms; late ones are still sent. */
async function send(forMs: number): Promise<void> {
  const legs = talking.flatMap((call) => call.legs);
  const startedAt = performance.now();
  const due = legs.map((_, at) => (at * PACKET_MS) / legs.length);
  for (let now = 0; now < forMs; now = performance.now() - startedAt) {
    for (const [at, leg] of legs.entries()) {
      for (let next = due[at] ?? forMs; next <= now; next += PACKET_MS) {
        due[at] = next + PACKET_MS;
        if (leg.send()) sent += 1;
      }
    }
    await wait(1);
  }
  await wait(SETTLE_MS);
  if (legs.some((leg) => leg.refused() > 0)) throw new Error("packets that were not authentic");
}

async function take(message: ToPhones): Promise<void> {
  switch (message.kind) {
    case "open": {
      const { url, realm, accounts } = message;
      const opened: SocketPhone[] = [];
      for (const account of accounts) {
        const one = await openSocketPhone({ ...account, url, realm, certificate });
        await one.register();
        opened.push(one);
      }
      phones = opened;
      return;
    }
    case "register":
      return paced(message, (at) => phone(at).register());
    case "call":
      return paced(message, callOnce);
    case "talk":
      return talk(message.calls);
    case "send":
      return send(message.forMs);
    case "hangUp":
      await Promise.all(talking.map((call) => call.hangUp()));
      talking = [];
  }
}

process.on("message", (message: ToPhones) => {
  take(message).then(
    () => {
      const received = talking.flatMap(({ legs }) => legs).reduce((sum, leg) => sum + leg.received(), 0);
      process.send?.({ kind: "done", sent, received } satisfies FromPhones);
    },
    (error: unknown) =>
      process.send?.({ kind: "failed", reason: String(error), sent: 0, received: 0 } satisfies FromPhones),
  );
});
