import { createOutboundStream } from "../../rtp/outbound-stream.ts";
import type { OutboundStream } from "../../rtp/outbound-stream.ts";
import type { AudioPacket } from "../../rtp/audio-packet.ts";
import { writeReport } from "../../rtp/rtcp-report.ts";
import { BandwidthEstimate } from "../estimate/bandwidth-estimate.ts";
import { Prober } from "../estimate/prober.ts";
import { RateMeter } from "../incoming/rate-meter.ts";
import { SendingPath } from "../outgoing/sending-path.ts";
import type { SendPacket } from "../outgoing/sending-path.ts";
import { VideoSlot } from "../outgoing/video-slot.ts";
import type { ControlPacket } from "../wire/rtcp-reader.ts";
import { NO_ALLOCATION, allocate } from "./allocate.ts";
import type { Allocation, OfferedLayer, Tile } from "./allocate.ts";
import type { DescribedSlot, FilledSlot, ParticipantPlan, SourceKind, WantedTile } from "./participant-plan.ts";
import { stalledPicture } from "./stall.ts";
import type { StalledPicture } from "./stall.ts";
import { RoundTrip } from "./round-trip.ts";
import type { PictureSource } from "./publisher.ts";

/** The half of a participant that receives: its slots, what is in them, and how much fits. */
export class Receiver {
  readonly #path: SendingPath;
  readonly #options: ReceiverOptions;
  readonly #pictures = new Map<string, PictureSlot>();
  readonly #sounds = new Map<string, SoundSlot>();
  readonly #estimate = new BandwidthEstimate();
  readonly #prober = new Prober();
  readonly #roundTrip = new RoundTrip();
  readonly #soundRate = new RateMeter();
  readonly #downward = { arrived: 0, lost: 0 };
  #wanted: readonly WantedTile[] = [];
  #allocation: Allocation = NO_ALLOCATION;
  #now = 0;
  #probeStart = 0;

  constructor(plan: ParticipantPlan, options: ReceiverOptions) {
    this.#options = options;
    this.#path = new SendingPath(options.send);
    this.setPlan(plan);
  }

  get rttMs(): number {
    return this.#roundTrip.ms;
  }

  /** What can be sent to it, in bits per second. */
  get bandwidth(): number {
    return this.#estimate.bitsPerSecond;
  }

  get described(): readonly DescribedSlot[] {
    return [
      ...[...this.#pictures.values()].map(({ slot }) => slot.streams),
      ...[...this.#sounds].map(([mid, { stream }]) => ({ mid, ssrc: stream.ssrc, rtxSsrc: undefined })),
    ];
  }

  /** Sections that are still there go on as they are. */
  setPlan({ extensions, pictures, sounds }: ParticipantPlan): void {
    const { randomUint32 } = this.#options;
    this.#path.pictureSequenceId = extensions.transportSequence;
    this.#path.soundSequenceId = sounds.transportSequence;
    for (const [mid, place] of this.#pictures) {
      if (pictures.mids.includes(mid)) continue;
      this.#empty(place);
      this.#pictures.delete(mid);
    }
    for (const mid of this.#sounds.keys()) if (!sounds.mids.includes(mid)) this.#sounds.delete(mid);
    for (const mid of pictures.mids.slice(0, MOST_PICTURES)) {
      if (this.#pictures.has(mid)) continue;
      const streams = { mid, ssrc: randomUint32(), rtxSsrc: randomUint32() };
      const slot = new VideoSlot({ streams, formats: pictures, path: this.#path, randomUint32 });
      this.#pictures.set(mid, { slot, source: undefined, filledAt: 0, isStalled: false });
    }
    for (const mid of sounds.mids.slice(0, MOST_SOUNDS)) {
      if (!this.#sounds.has(mid))
        this.#sounds.set(mid, { stream: this.#createSound(sounds.payloadType), voice: undefined });
    }
  }

  want(tiles: readonly WantedTile[]): void {
    this.#wanted = tiles.filter(({ width, height }) => width > 0 && height > 0);
  }

  /** The share of packets that did not arrive since the last call, 0 to 1. */
  takeLoss(): number {
    const { arrived, lost } = this.#downward;
    Object.assign(this.#downward, { arrived: 0, lost: 0 });
    return arrived + lost === 0 ? 0 : lost / (arrived + lost);
  }

  /** Gives each wanted picture a slot; one that has a slot keeps it. Returns whether anything changed. */
  assign(find: (tile: WantedTile) => PictureSource | undefined, nowMs: number): boolean {
    const sources = new Set<PictureSource>();
    for (const tile of this.#wanted) {
      const source = find(tile);
      if (source !== undefined && source.layers.length > 0 && sources.size < this.#pictures.size) sources.add(source);
    }
    let changed = false;
    for (const place of this.#pictures.values()) {
      if (place.source === undefined) continue;
      if (sources.delete(place.source)) continue;
      this.#empty(place);
      changed = true;
    }
    const free = [...this.#pictures.values()].filter(({ source }) => source === undefined);
    for (const source of sources) {
      const place = free.shift();
      if (place === undefined) break;
      place.source = source;
      place.filledAt = nowMs;
      source.slots.add(place.slot);
      changed = true;
    }
    return changed;
  }

  /** Puts voices into the slots for sound; one that has a slot keeps it. Returns whether anything changed. */
  assignVoices(voices: readonly string[]): boolean {
    const waiting = new Set(voices);
    let changed = false;
    for (const place of this.#sounds.values()) {
      if (place.voice === undefined || waiting.delete(place.voice)) continue;
      place.voice = undefined;
      changed = true;
    }
    for (const place of this.#sounds.values()) {
      const [voice] = waiting;
      if (place.voice !== undefined || voice === undefined) continue;
      waiting.delete(voice);
      place.voice = voice;
      changed = true;
    }
    return changed;
  }

  /** The participants in the slots, for the signalling socket. */
  filled(voiceOf: (voice: string) => { participant: string; kind: SourceKind } | undefined): readonly FilledSlot[] {
    const filled: FilledSlot[] = [];
    for (const [mid, { source }] of this.#pictures) {
      if (source !== undefined) filled.push({ mid, participant: source.participant, kind: source.kind });
    }
    for (const [mid, { voice }] of this.#sounds) {
      const spoken = voice === undefined ? undefined : voiceOf(voice);
      if (spoken !== undefined) filled.push({ mid, ...spoken });
    }
    return filled;
  }

  /** A packet of sound, if the voice is in a slot of this receiver. */
  hear(packet: AudioPacket, nowMs: number): void {
    for (const place of this.#sounds.values()) {
      if (place.voice !== packet.origin) continue;
      this.#now = nowMs;
      place.stream.forward(packet);
      return;
    }
  }

  /** Its reports about what it receives. */
  report(packet: ControlPacket, nowMs: number): void {
    switch (packet.kind) {
      case "sender-report":
      case "receiver-report": {
        const ours = packet.blocks.filter(({ ssrc }) => this.#isOurs(ssrc));
        for (const block of ours) this.#roundTrip.heard(block, nowMs);
        const loss = Math.max(0, ...ours.map(({ fractionLost }) => fractionLost / 256));
        if (this.#hasTransportFeedback || ours.length === 0) return;
        this.#count(PERCENT - PERCENT * loss, PERCENT * loss);
        this.#estimate.told(undefined, loss, nowMs);
        return;
      }
      case "nack": {
        const slot = this.#slotWith(packet.media);
        for (const sequence of packet.sequences) slot?.resend(sequence, nowMs, this.rttMs);
        return;
      }
      case "key-frame-request":
        return this.#slotWith(packet.media)?.askForKeyFrame();
      case "bandwidth":
        if (!this.#hasTransportFeedback) this.#estimate.told(packet.bitsPerSecond, 0, nowMs);
        return;
      case "transport-feedback":
        if (this.#hasTransportFeedback) this.#heardFeedback(packet, nowMs);
        return;
      default:
    }
  }

  /** Chooses the layers again, by what is wanted, what is offered and what fits. */
  choose(nowMs: number): void {
    const places = [...this.#pictures.values()].filter((place) => place.source !== undefined);
    const tiles = places.flatMap(({ slot, source }) => this.#tileOf(slot, source));
    const offers = new Map<string, readonly OfferedLayer[]>();
    for (const { source } of places) if (source !== undefined) offers.set(source.id, offered(source, nowMs));
    const { bandwidth } = this;
    const reserved = this.#soundRate.bitsPerSecond(nowMs);
    this.#allocation = allocate({ offers, tiles, bandwidth, reserved, before: this.#allocation, nowMs });
    for (const { slot, source } of places) {
      const choice = this.#allocation.choices.get(slot.streams.mid);
      const layer = choice === undefined ? undefined : source?.layers[choice.index];
      if (choice === undefined || layer === undefined) slot.clear();
      else slot.choose(layer, choice.temporalLayer);
    }
  }

  /** Every 20 ms: probes, and what follows from silence. */
  beat(nowMs: number): void {
    const { missing } = this.#allocation;
    this.#estimate.beat(this.#pictures.size > 0 && this.#isSending(), nowMs);
    if (!this.#hasTransportFeedback) return;
    const step = this.#prober.step({ missing, estimate: this.bandwidth, nowMs });
    if (step.kind === "begins") {
      this.#path.probe = step.probe;
      this.#probeStart = this.#path.packetsSent;
      this.#estimate.probes.begin(step.probe);
    } else if (step.kind === "ends") {
      this.#path.probe = 0;
      this.#estimate.probes.end(this.#path.packetsSent - this.#probeStart);
    } else if (step.kind === "pads") this.#pad(step.bytes, nowMs);
  }

  /** Sender reports of what is sent. */
  reportSent(nowMs: number): void {
    this.#now = nowMs;
    for (const { slot } of this.#pictures.values()) {
      const rtpTime = slot.packetsSent === 0 ? undefined : slot.rtpTimeNow(nowMs);
      if (rtpTime === undefined) continue;
      const sent = { rtpTime, packets: slot.packetsSent, octets: slot.octetsSent };
      this.#options.sendReport(writeReport({ ssrc: slot.streams.ssrc, now: nowMs, sent, reception: undefined }));
    }
    for (const { stream } of this.#sounds.values()) {
      const rtpTime = stream.rtpTimeNow();
      if (rtpTime === undefined) continue;
      const sent = { rtpTime, packets: stream.packetsSent, octets: stream.octetsSent };
      this.#options.sendReport(writeReport({ ssrc: stream.ssrc, now: nowMs, sent, reception: undefined }));
    }
  }

  /** Pictures that stand still since the last call, each once. */
  stalled(nowMs: number): readonly StalledPicture[] {
    const told: StalledPicture[] = [];
    for (const place of this.#pictures.values()) {
      const { slot, source, filledAt: sinceMs, isStalled } = place;
      const stalled = source && stalledPicture({ slot, source, sinceMs }, nowMs);
      place.isStalled = stalled !== undefined;
      if (stalled !== undefined && !isStalled) told.push(stalled);
    }
    return told;
  }

  close(): void {
    for (const place of this.#pictures.values()) this.#empty(place);
  }

  #heardFeedback({ feedback }: Extract<ControlPacket, { kind: "transport-feedback" }>, nowMs: number): void {
    const before = this.bandwidth;
    const result = this.#path.sent.match(feedback);
    this.#count(result.acked.length, result.lost);
    this.#estimate.feedback(result, this.rttMs, nowMs);
    if (this.bandwidth > before * 1.2) this.#prober.gained();
    if (this.bandwidth < before) this.choose(nowMs); // down at once
  }

  #count(arrived: number, lost: number): void {
    this.#downward.arrived += arrived;
    this.#downward.lost += lost;
  }

  get #hasTransportFeedback(): boolean {
    return this.#path.pictureSequenceId !== 0;
  }

  #pad(bytes: number, nowMs: number): void {
    const [place] = this.#pictures.values();
    if (place === undefined) return;
    for (let sent = 0; sent < bytes;) {
      const padded = place.slot.pad(nowMs);
      if (padded === 0) return;
      sent += padded;
    }
  }

  #isSending(): boolean {
    for (const { slot } of this.#pictures.values()) if (slot.layer !== undefined) return true;
    return false;
  }

  #tileOf(slot: VideoSlot, source: PictureSource | undefined): readonly Tile[] {
    const wanted = this.#wanted.find(
      ({ participant, kind }) => participant === source?.participant && kind === source.kind,
    );
    if (source === undefined || wanted === undefined) return [];
    const { width, height, priority } = wanted;
    return [{ slot: slot.streams.mid, source: source.id, width, height, priority }];
  }

  #empty(place: PictureSlot): void {
    place.source?.slots.delete(place.slot);
    place.source = undefined;
    place.slot.clear();
  }

  #isOurs(ssrc: number): boolean {
    if (this.#slotWith(ssrc) !== undefined) return true;
    for (const { stream } of this.#sounds.values()) if (stream.ssrc === ssrc) return true;
    return false;
  }

  #slotWith(ssrc: number): VideoSlot | undefined {
    for (const { slot } of this.#pictures.values()) if (slot.streams.ssrc === ssrc) return slot;
    return undefined;
  }

  #createSound(payloadType: number): OutboundStream {
    const stream = createOutboundStream({
      now: () => this.#now,
      randomUint32: this.#options.randomUint32,
      send: (header, payload) => {
        this.#soundRate.add(header.length + payload.length, this.#now);
        return this.#path.sendSound(header, payload, this.#now);
      },
    });
    stream.setAgreement({
      codec: "opus",
      payloadType,
      telephoneEvent: undefined,
      telephoneEvents: [],
      direction: "recvonly",
    });
    return stream;
  }
}

export interface ReceiverOptions {
  readonly randomUint32: () => number;
  readonly send: SendPacket;
  readonly sendReport: (compound: Buffer) => void;
}

interface PictureSlot {
  readonly slot: VideoSlot;
  source: PictureSource | undefined;
  /** With this source. */
  filledAt: number;
  /** It was reported. */
  isStalled: boolean;
}

interface SoundSlot {
  readonly stream: OutboundStream;
  voice: string | undefined;
}

function offered({ layers }: PictureSource, nowMs: number): readonly OfferedLayer[] {
  const [lowest] = layers;
  return layers.flatMap((layer, index) => {
    if (layer === lowest ? !layer.isOffered(nowMs) : !layer.isMeasured(nowMs)) return [];
    if (lowest !== undefined && layer.hasStopped(lowest)) return [];
    const { width, height } = layer;
    return [{ index, width, height, rates: layer.ratesByTemporalLayer(nowMs) }];
  });
}

const PERCENT = 100;
const MOST_PICTURES = 32;
const MOST_SOUNDS = 3;
