import { ArrivalLog } from "../incoming/arrival-log.ts";
import type { IncomingLayer } from "../incoming/incoming-layer.ts";
import { IncomingStreams } from "../incoming/incoming-streams.ts";
import type { Stream } from "../incoming/incoming-streams.ts";
import { createInboundStream } from "../../rtp/inbound-stream.ts";
import type { InboundStream } from "../../rtp/inbound-stream.ts";
import type { VideoSlot } from "../outgoing/video-slot.ts";
import type { ControlPacket } from "../wire/rtcp-reader.ts";
import { writeNack, writePictureLoss, writeReceiverReport } from "../wire/rtcp-writer.ts";
import type { ReceptionBlock } from "../wire/rtcp-writer.ts";
import { RtpPacket } from "../wire/rtp-packet.ts";
import type { ParticipantPlan, SourceKind } from "./participant-plan.ts";

/** A picture that somebody sends, and the slots that it is in. */
export interface PictureSource {
  readonly id: string;
  readonly participant: string;
  readonly kind: "camera" | "screen";
  /** From the lowest; empty while it is not sent. */
  readonly layers: readonly IncomingLayer[];
  readonly slots: Set<VideoSlot>;
}

/** The half of a participant that sends: what arrives from it, and the reports that it needs about that. */
export class Publisher {
  /** The packet last read. */
  readonly rtp = new RtpPacket();
  readonly pictures: Readonly<Record<PictureSource["kind"], PictureSource>>;
  readonly #streams = new IncomingStreams();
  readonly #arrivals = new ArrivalLog();
  readonly #sounds = new Map<number, InboundStream>();
  readonly #blocked = new Set<SourceKind>();
  readonly #upward = { received: 0, lost: 0 };
  readonly #sendReport: (compound: Buffer) => void;
  readonly #ssrc: number;
  #plan: ParticipantPlan;
  #lastSsrc = 0;
  #now = 0;

  constructor({ id, plan, ssrc, sendReport }: PublisherOptions) {
    this.#plan = plan;
    this.#ssrc = ssrc;
    this.#sendReport = sendReport;
    const [streams, blocked] = [this.#streams, this.#blocked];
    const picture = (kind: PictureSource["kind"]): PictureSource => ({
      id: sourceId(id, kind),
      participant: id,
      kind,
      get layers() {
        return blocked.has(kind) ? NO_LAYERS : streams.layers(kind);
      },
      slots: new Set(),
    });
    this.pictures = { camera: picture("camera"), screen: picture("screen") };
    this.setPlan(plan);
  }

  setPlan(plan: ParticipantPlan): void {
    this.#plan = plan;
    const before = { camera: this.pictures.camera.layers, screen: this.pictures.screen.layers };
    this.#streams.setSections(plan.sends);
    for (const { kind, layers, slots } of Object.values(this.pictures)) {
      if (layers !== before[kind]) for (const slot of slots) slot.clear();
    }
  }

  /** Packets of these kinds are dropped. */
  block(kinds: readonly SourceKind[]): void {
    const before = new Set(this.#blocked);
    this.#blocked.clear();
    for (const kind of kinds) this.#blocked.add(kind);
    for (const { kind, slots } of Object.values(this.pictures)) {
      if (this.#blocked.has(kind) && !before.has(kind)) for (const slot of slots) slot.clear();
    }
  }

  /** The share of packets that did not arrive since the last call, 0 to 1. */
  takeLoss(): number {
    let [received, lost] = [0, 0];
    for (const counts of [...this.#allLayers(), ...this.#sounds.values()]) {
      received += counts.packetsReceived;
      lost += counts.packetsLost;
    }
    const more = Math.max(0, received - this.#upward.received);
    const moreLost = Math.max(0, lost - this.#upward.lost);
    Object.assign(this.#upward, { received, lost });
    return more + moreLost === 0 ? 0 : moreLost / (more + moreLost);
  }

  /** Which stream a packet belongs to; it is then in `rtp`. Undefined for what is malformed, blocked or was not negotiated. */
  read(packet: Buffer, nowMs: number): Stream | undefined {
    const { rtp } = this;
    if (!rtp.read(packet, this.#plan.extensions)) return undefined;
    const stream = this.#streams.find(rtp);
    if (stream === undefined) return undefined;
    // Only of streams that are known: a stranger's number would spoil the feedback.
    if (rtp.transportSequence >= 0) {
      this.#arrivals.note(rtp.transportSequence, nowMs);
      this.#lastSsrc = rtp.ssrc;
    }
    if (this.#blocked.has(stream.section.kind)) return undefined;
    if (stream.kind === "sound") this.#countSound(nowMs);
    return stream;
  }

  /** Its sender reports; what concerns what it receives is the receiver's. */
  report(packet: ControlPacket, nowMs: number): void {
    if (packet.kind !== "sender-report") return;
    const stream = this.#streams.withSsrc(packet.ssrc);
    if (stream?.kind !== "layer") return;
    const { ntpMs, rtpTime, lastReport } = packet;
    stream.layer.receiveReport({ ntpMs, rtpTime, lastReport, arrivedAt: nowMs });
  }

  /** Asks again for what is missing, and for key frames that are waited for. */
  ask(nowMs: number, rttMs: number): void {
    for (const { layers, slots } of Object.values(this.pictures)) {
      for (const layer of layers) {
        if (layer.ssrc === 0) continue;
        if (!isWaitedFor(layer, slots)) layer.keyFrame.drop();
        const missing = layer.packetsToAskFor(nowMs, rttMs);
        if (missing.length > 0) this.#sendReport(writeNack(this.#ssrc, layer.ssrc, missing));
        if (layer.keyFrame.due(nowMs)) this.#sendReport(writePictureLoss(this.#ssrc, layer.ssrc));
      }
    }
  }

  /** It names a stream of the sender: Chromium drops feedback about an SSRC that it does not send. */
  reportArrivals(): void {
    for (const feedback of this.#arrivals.feedback(this.#ssrc, this.#lastSsrc)) this.#sendReport(feedback);
  }

  /** Names only streams that are known by MID and RID: a browser stops sending both at the first report. */
  reportReception(nowMs: number): void {
    this.#now = nowMs;
    const blocks: ReceptionBlock[] = [];
    for (const { layers } of Object.values(this.pictures)) {
      for (const layer of layers) {
        const block = layer.receptionBlock(nowMs);
        if (block !== undefined) blocks.push(block);
        layer.release(nowMs);
      }
    }
    for (const sound of this.#sounds.values()) {
      const block = sound.report();
      if (block !== undefined) blocks.push({ ...block, lastReport: 0, delaySinceLastReportMs: 0 });
    }
    if (blocks.length > 0) this.#sendReport(writeReceiverReport(this.#ssrc, blocks));
  }

  *#allLayers(): Iterable<IncomingLayer> {
    for (const { layers } of Object.values(this.pictures)) yield* layers;
  }

  #countSound(nowMs: number): void {
    this.#now = nowMs;
    const { rtp } = this;
    let sound = this.#sounds.get(rtp.ssrc);
    if (sound === undefined) {
      if (this.#sounds.size === MOST_SOUNDS) this.#sounds.clear();
      sound = createInboundStream({ now: () => this.#now });
      this.#sounds.set(rtp.ssrc, sound);
    }
    sound.receive(rtp, SOUND_CLOCK);
  }
}

export interface PublisherOptions {
  readonly id: string;
  readonly plan: ParticipantPlan;
  /** Our own, in reports to it. */
  readonly ssrc: number;
  readonly sendReport: (compound: Buffer) => void;
}

/** Some browsers answer a request about one layer with key frames of all. */
function isWaitedFor(layer: IncomingLayer, slots: ReadonlySet<VideoSlot>): boolean {
  for (const slot of slots) if (slot.layer === layer || slot.target === layer) return true;
  return false;
}

/** Names what somebody sends. Ids of participants are those of the room, and have no slash. */
export function sourceId(participant: string, kind: string): string {
  return `${participant}/${kind}`;
}

const NO_LAYERS: readonly IncomingLayer[] = [];
const SOUND_CLOCK = 48_000; // RFC 7587 §4.1
const MOST_SOUNDS = 4;
