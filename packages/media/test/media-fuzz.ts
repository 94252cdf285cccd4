import { createLine, FAR } from "./media-line.ts";
import type { Line, LineCertificates } from "./media-line.ts";
import { createRoutes } from "../src/worker/routes.ts";
import { seededRandom } from "@callpanel/testkit";

/** The result of a round of hostile datagrams. */
export interface FuzzOutcome {
  /** Valid packets that were sent in between, and how many of them came back. */
  readonly said: number;
  readonly echoed: number;
  readonly failed: boolean;
}

export interface FuzzOptions extends LineCertificates {
  readonly seed: number;
  readonly steps: number;
}

/** Audio that is echoed: an Opus packet of silence, which a mix of the party can decode as well. */
const SPOKEN = Buffer.from([0xf8, 0xff, 0xfe]);
const ELSEWHERE = { address: "192.0.2.44", port: 4444, local: 0 };
const STEPS_A_BEAT = 6; // below the rate of a port
const BEATS_A_CHECK = 50; // 1 s: consent stays
const REPORT = Buffer.from(
  "80c80006000000070123456789abcdef000000000000000100000002" + "81ca00020000000701026162" + "00000000",
  "hex",
);

/**
 * Sends random datagrams to a connected leg, as a stranger, as the far end itself and as the far end of another leg of
 * the port, while the far end keeps sending audio.
 */
export async function fuzzSession({ seed, steps, ...certificates }: FuzzOptions): Promise<FuzzOutcome> {
  const dice = createDice(seed);
  const routes = createRoutes();
  const line = createLine({ ...certificates, routes });
  const other = createLine({ ...certificates, routes, at: ELSEWHERE });
  other.connect();
  const valid: Buffer[] = [];
  line.onSend = (datagram, deliver) => {
    valid.push(datagram);
    deliver(datagram);
  };
  line.connect();
  line.endpoint.hear({ kind: "echo" });
  const seat = line.mixer.seat({
    codec: () => "PCMU",
    send: () => undefined,
    forward: () => undefined,
    relayDigit: () => undefined,
  });
  seat.hear([{ id: "line", worker: 0 }]);

  let sequence = 0;
  const speak = (payload: Buffer = SPOKEN): Buffer => line.rtp({ sequence: (sequence += 1), payload });
  const corpus = [...valid, speak(), line.srtp?.protectRtcp(REPORT) ?? REPORT];
  line.onSend = (datagram, deliver) => deliver(datagram);

  let said = 0;
  let echoed = 0;
  for (let step = 0; step < steps; step += 1) {
    const datagram = dice.chance(0.4) ? authenticated(line, dice, (sequence += 1)) : dice.bend(dice.oneOf(corpus));
    const from = dice.chance(0.7)
      ? FAR
      : { address: `203.0.113.${dice.below(256)}`, port: dice.below(0x1_0000), local: 0 };
    line.receive(datagram, from);
    if (dice.chance(0.02)) other.check(from);
    if (dice.chance(0.02)) line.receive(other.rtp({ sequence: step, payload: SPOKEN }), from);
    if (step % STEPS_A_BEAT !== 0) continue;
    await line.beat();
    if ((step / STEPS_A_BEAT) % BEATS_A_CHECK === 0) line.check();
    const before = line.soundCount;
    line.receive(speak(), FAR);
    said += 1;
    echoed += line.soundCount > before ? 1 : 0;
  }
  seat.leave();
  line.close();
  other.close();
  const failed = [line, other].some(({ events }) => events.some(({ kind }) => kind === "failed"));
  return { said, echoed, failed };
}

/** Puts altered copies between the datagrams of a handshake, which may only fail because of them. */
export function fuzzHandshake({
  seed,
  ...certificates
}: Omit<FuzzOptions, "steps">): "connected" | "failed" | "waiting" {
  const dice = createDice(seed);
  const line = createLine(certificates);
  line.onSend = (datagram, deliver) => {
    while (dice.chance(0.3)) deliver(dice.bend(datagram));
    deliver(datagram);
    while (dice.chance(0.2)) deliver(dice.bend(datagram));
  };
  line.connect();
  line.close();
  const [last] = line.events;
  return last?.kind === "connected" || last?.kind === "failed" ? last.kind : "waiting";
}

/** Packets that only the far end can send because they are protected: any payload, any header, any report. */
function authenticated({ srtp }: Line, dice: Dice, sequence: number): Buffer {
  if (dice.chance(0.3)) return srtp?.protectRtcp(dice.bend(REPORT, 8)) ?? REPORT;
  const header = dice.bytes(12 + 4 * dice.below(5));
  header[0] = dice.chance(0.6) ? 0x80 : 0x80 | dice.below(64);
  header[1] = dice.oneOf([111, 110, 126, 0, 239, 254, dice.below(256)]);
  header.writeUInt16BE(sequence & 0xffff, 2);
  header.writeUInt32BE(dice.chance(0.8) ? 7 : dice.below(8), 8);
  const payload = dice.chance(0.5) ? dice.bend(SPOKEN) : dice.bytes(dice.below(1400));
  return srtp?.protectRtp(header, payload) ?? payload;
}

interface Dice {
  below(limit: number): number;
  chance(of: number): boolean;
  oneOf<One>(choices: readonly One[]): One;
  bytes(length: number): Buffer;
  /**
   * A copy with flipped bits, with bytes lost, repeated or inserted, or something completely different; the first
   * `keep` bytes stay.
   */
  bend(datagram: Buffer, keep?: number): Buffer;
}

function createDice(seed: number): Dice {
  const random = seededRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const bytes = (length: number): Buffer => Buffer.from(Array.from({ length }, () => below(256)));
  const oneOf = <One>(choices: readonly One[]): One => {
    const chosen = choices[below(choices.length)];
    if (chosen === undefined) throw new Error("nothing to choose from");
    return chosen;
  };
  const bendOnce = (datagram: Buffer): Buffer => {
    const at = below(datagram.length + 1);
    const [head, tail] = [datagram.subarray(0, at), datagram.subarray(at)];
    switch (below(7)) {
      case 0:
        return head;
      case 1:
        return Buffer.concat([head, bytes(below(20)), tail]);
      case 2:
        return Buffer.concat([head, tail.subarray(below(20))]);
      case 3:
        return Buffer.concat([datagram, datagram]);
      case 4:
        return bytes(below(1500));
      default: {
        const bent = Buffer.from(datagram);
        if (at < bent.length) bent[at] = oneOf([0, 0xff, 0x7f, 0x80, below(256)]);
        return bent;
      }
    }
  };
  return {
    below,
    chance: (of) => random() < of,
    oneOf,
    bytes,
    bend: (datagram, keep = 0) => {
      let rest = datagram.subarray(keep);
      for (let times = 1 + below(3); times > 0; times -= 1) rest = bendOnce(rest);
      return Buffer.concat([datagram.subarray(0, keep), rest.subarray(0, 4000)]);
    },
  };
}
