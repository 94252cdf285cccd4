import { seededRandom } from "@callpanel/testkit";
import { ArrivalLog } from "../src/video/incoming/arrival-log.ts";
import type { FilledSlot, LinkState, ParticipantPlan, WantedTile } from "../src/video/room/participant-plan.ts";
import type { StalledPicture } from "../src/video/room/stall.ts";
import { createVideoRoom } from "../src/video/video-room.ts";
import { readCompound } from "../src/video/wire/rtcp-reader.ts";
import { writeNack, writePictureLoss } from "../src/video/wire/rtcp-writer.ts";
import { RtpPacket } from "../src/video/wire/rtp-packet.ts";
import { PictureChecker } from "./picture-checker.ts";
import {
  PAYLOAD_TYPE,
  RTX_PAYLOAD_TYPE,
  VIDEO_IDS,
  VideoSender,
  soundPacket,
  withTransportNumber,
} from "./video-sender.ts";
import type { VideoSenderOptions } from "./video-sender.ts";

/** A way between a browser and the room. */
export interface Way {
  /** Of one packet. */
  loss: number;
  delayMs: number;
  /** Added at random, so that packets overtake each other. */
  jitterMs: number;
  duplication: number;
  /** Bits per second; more waits, up to 300 ms, then is lost. */
  capacity: number;
}

/** A room with browsers around it, without sockets: time goes by in steps of 5 ms, and every packet takes its way. */
export class VideoWorld {
  nowMs = 1_700_000_000_000;
  readonly members = new Map<string, Member>();
  readonly slots = new Map<string, readonly FilledSlot[]>();
  readonly talking: string[] = [];
  readonly stalled: { readonly at: number; readonly id: string; readonly picture: StalledPicture }[] = [];
  /** The last report. */
  readonly links = new Map<string, LinkState>();
  readonly random: () => number;
  readonly room;
  #events: { readonly at: number; readonly order: number; readonly run: () => void }[] = [];
  #order = 0;

  constructor(seed: number) {
    this.random = seededRandom(seed);
    this.room = createVideoRoom({
      randomUint32: () => Math.floor(this.random() * 2 ** 32),
      send: (id, packet) => this.members.get(id)?.takeRtp(Buffer.from(packet)),
      sendReport: (id, packet) => this.members.get(id)?.takeReport(Buffer.from(packet)),
      onSlots: (id, slots) => this.slots.set(id, slots),
      onTalking: (id, talking) => this.talking.push(`${id} ${talking ? "talks" : "is silent"}`),
      onStalled: (id, picture) => this.stalled.push({ at: this.nowMs, id, picture }),
      onLink: (id, link) => this.links.set(id, link),
      onVoices: () => undefined,
      onSound: () => undefined,
    });
  }

  join(id: string, number: number, options: Partial<MemberOptions> = {}): Member {
    const member = new Member(this, id, number, { slots: 7, ...options });
    this.members.set(id, member);
    member.connect();
    return member;
  }

  leave(id: string): void {
    this.members.delete(id);
    this.room.leave(id, this.nowMs);
  }

  run(ms: number): void {
    for (const until = this.nowMs + ms; this.nowMs < until;) {
      this.nowMs += 5;
      for (const member of this.members.values()) member.step(this.nowMs);
      this.#deliver();
      if (this.nowMs % 20 === 0) this.room.beat(this.nowMs);
    }
  }

  /** Lets a packet take its way. */
  send(way: Way, busy: { until: number }, packet: Buffer, deliver: (packet: Buffer) => void): void {
    if (this.random() < way.loss) return;
    busy.until = Math.max(busy.until, this.nowMs) + (packet.length * 8000) / way.capacity;
    if (busy.until - this.nowMs > 300) {
      busy.until -= (packet.length * 8000) / way.capacity;
      return;
    }
    const arrive = (): void => {
      const at = busy.until + way.delayMs + this.random() * way.jitterMs;
      this.#events.push({ at, order: (this.#order += 1), run: () => deliver(packet) });
    };
    arrive();
    if (this.random() < way.duplication) arrive();
  }

  #deliver(): void {
    const due = this.#events.filter(({ at }) => at <= this.nowMs).toSorted((a, b) => a.at - b.at || a.order - b.order);
    if (due.length === 0) return;
    this.#events = this.#events.filter(({ at }) => at > this.nowMs);
    for (const { run } of due) run();
  }
}

export interface MemberOptions {
  readonly slots: number;
  readonly camera: Partial<VideoSenderOptions>;
  readonly screen: Partial<VideoSenderOptions>;
}

export function openWay(): Way {
  return { loss: 0, delayMs: 10, jitterMs: 0, duplication: 0, capacity: 100_000_000 };
}

/** One browser. */
export class Member {
  readonly up = openWay();
  readonly down = openWay();
  readonly camera: VideoSender;
  readonly screen: VideoSender | undefined;
  /** By section. */
  readonly checkers = new Map<string, PictureChecker>();
  /** Of sound: which SSRC brought which sender's packets. */
  readonly heard: { readonly mid: string; readonly packet: RtpFields }[] = [];
  /** `arrived`: packets that the room reported as arrived. */
  readonly asked = { keyFrames: 0, packets: 0, feedback: 0, arrived: 0, receiverReports: 0 };
  sentPackets = 0;
  readonly arrivedBytes: { readonly at: number; readonly bytes: number }[] = [];
  /** In decibels below full scale; undefined sends nothing. */
  level: number | undefined;
  isSending = true;
  /** Asks for a key frame when its decoder waits. */
  asksForKeyFrames = true;
  readonly id: string;
  readonly #number: number;
  readonly #world: VideoWorld;
  readonly #options: Partial<MemberOptions> & { readonly slots: number };
  readonly #arrivals = new ArrivalLog();
  readonly #read = new RtpPacket();
  readonly #upBusy = { until: 0 };
  readonly #downBusy = { until: 0 };
  readonly #nacked = new Map<string, number>();
  readonly #soundMids = new Map<number, string>();
  #sequence = 0;
  #soundSequence = 65_530;
  #lastKeyRequest = 0;

  constructor(
    world: VideoWorld,
    id: string,
    number: number,
    options: Partial<MemberOptions> & { readonly slots: number },
  ) {
    this.id = id;
    this.#number = number;
    this.#world = world;
    this.#options = options;
    const { random } = world;
    this.camera = new VideoSender({ sender: number, random, ...options.camera });
    if (options.screen !== undefined) {
      this.screen = new VideoSender({
        sender: number + 100,
        mid: "2",
        rids: [],
        rates: [800_000],
        random,
        ...options.screen,
      });
    }
  }

  get plan(): ParticipantPlan {
    return {
      extensions: VIDEO_IDS,
      sends: [
        { kind: "voice", mid: "0", payloadType: 111 },
        {
          kind: "camera",
          mid: "1",
          payloadType: PAYLOAD_TYPE,
          rtxPayloadType: RTX_PAYLOAD_TYPE,
          rids: this.#options.camera?.rids ?? ["l", "m", "h"],
        },
        ...(this.screen === undefined
          ? []
          : [
              {
                kind: "screen" as const,
                mid: "2",
                payloadType: PAYLOAD_TYPE,
                rtxPayloadType: RTX_PAYLOAD_TYPE,
                rids: [],
              },
            ]),
      ],
      pictures: {
        payloadType: PAYLOAD_TYPE,
        rtxPayloadType: RTX_PAYLOAD_TYPE,
        mids: Array.from({ length: this.#options.slots }, (_, index) => `v${index}`),
      },
      sounds: { payloadType: 111, mids: ["a0", "a1", "a2"], transportSequence: VIDEO_IDS.transportSequence },
    };
  }

  connect(): void {
    for (const { mid, ssrc, rtxSsrc } of this.#world.room.join(this.id, this.plan) ?? []) {
      if (rtxSsrc === undefined) this.#soundMids.set(ssrc, mid);
      else this.checkers.set(mid, new PictureChecker({ ssrc, rtxSsrc }));
    }
    this.#world.room.connected(this.id, this.#world.nowMs);
  }

  show(...tiles: WantedTile[]): void {
    this.#world.room.show(this.id, tiles, this.#world.nowMs);
  }

  /** Pictures of one sender's that this browser could show since then. */
  seen(sinceMs = 0): ReturnType<PictureChecker["pictures"]> {
    return [...this.checkers.values()].flatMap((checker) => checker.pictures()).filter(({ atMs }) => atMs >= sinceMs);
  }

  get faults(): readonly string[] {
    for (const checker of this.checkers.values()) checker.pictures();
    return [...this.checkers.values()].flatMap(({ faults }) => faults);
  }

  bitsPerSecond(sinceMs: number): number {
    const bytes = this.arrivedBytes.filter(({ at }) => at >= sinceMs).reduce((sum, one) => sum + one.bytes, 0);
    return (bytes * 8000) / (this.#world.nowMs - sinceMs);
  }

  step(nowMs: number): void {
    if (this.isSending && nowMs % 40 === 0) {
      for (const packet of this.camera.picture(nowMs)) this.#send(packet);
      for (const packet of this.screen?.picture(nowMs) ?? []) this.#send(packet);
    }
    if (this.level !== undefined && nowMs % 20 === 0) {
      this.#soundSequence += 1;
      const timestamp = (nowMs * 48) % 2 ** 32;
      this.#send(
        soundPacket({
          ssrc: 1000 * this.#number,
          sequence: this.#soundSequence & 0xffff,
          timestamp,
          level: this.level,
        }),
      );
    }
    if (nowMs % 1000 === 500) this.camera.layers.forEach((_, index) => this.#report(this.camera.report(index, nowMs)));
    if (nowMs % 20 === 0) this.#askForMissing(nowMs);
    if (nowMs % 100 === 0) for (const feedback of this.#arrivals.feedback(1, 1)) this.#report(feedback);
  }

  takeRtp(packet: Buffer): void {
    this.#world.send(this.down, this.#downBusy, packet, (arrived) => {
      const now = this.#world.nowMs;
      this.arrivedBytes.push({ at: now, bytes: arrived.length });
      this.#read.read(arrived, VIDEO_IDS);
      if (this.#read.transportSequence >= 0) this.#arrivals.note(this.#read.transportSequence, now);
      const mid = this.#soundMids.get(this.#read.ssrc);
      if (mid !== undefined) {
        const { ssrc, sequence, timestamp, marker } = this.#read;
        this.heard.push({ mid, packet: { ssrc, sequence, timestamp, marker } });
        return;
      }
      for (const checker of this.checkers.values()) if (checker.receive(arrived, now)) return;
      throw new Error(`${this.id} gets a stream that was not described`);
    });
  }

  takeReport(packet: Buffer): void {
    this.#world.send(this.down, this.#downBusy, packet, (arrived) => {
      for (const report of readCompound(arrived)) {
        if (report.kind === "nack") for (const sequence of report.sequences) this.#resend(report.media, sequence);
        if (report.kind === "key-frame-request") {
          this.asked.keyFrames += 1;
          this.camera.key(report.media);
          this.screen?.key(report.media);
        }
        if (report.kind === "transport-feedback") {
          this.asked.feedback += 1;
          this.asked.arrived += report.feedback.arrivals.filter((ticks) => ticks >= 0).length;
        }
        if (report.kind === "receiver-report") this.asked.receiverReports += 1;
      }
    });
  }

  #resend(media: number, sequence: number): void {
    this.asked.packets += 1;
    const packet = this.camera.resend(media, sequence) ?? this.screen?.resend(media, sequence);
    if (packet !== undefined) this.#send(packet);
  }

  /** Every packet upwards has a transport-wide number. */
  #send(packet: Buffer): void {
    this.#sequence = (this.#sequence + 1) & 0xffff;
    this.sentPackets += 1;
    const numbered = withTransportNumber(packet, this.#sequence);
    this.#world.send(this.up, this.#upBusy, numbered, (arrived) =>
      this.#world.room.packetFrom(this.id, arrived, this.#world.nowMs),
    );
  }

  #report(packet: Buffer): void {
    this.#world.send(this.up, this.#upBusy, packet, (arrived) =>
      this.#world.room.reportFrom(this.id, arrived, this.#world.nowMs),
    );
  }

  /** As a browser does: each missing number at once, then after 100 ms; a key frame where a picture stays away. */
  #askForMissing(nowMs: number): void {
    for (const [mid, checker] of this.checkers) {
      const missing = checker.missing();
      const due = missing.filter((number) => nowMs - (this.#nacked.get(`${mid} ${number}`) ?? 0) >= 100);
      for (const number of due) this.#nacked.set(`${mid} ${number}`, nowMs);
      const ssrc = checker.ssrc;
      if (due.length > 0) this.#report(writeNack(1, ssrc, due));
      if (this.asksForKeyFrames && nowMs - this.#lastKeyRequest > 500 && checker.isStuck(nowMs)) {
        this.#lastKeyRequest = nowMs;
        this.#report(writePictureLoss(1, ssrc));
      }
    }
    if (this.#nacked.size > 5000) this.#nacked.clear();
  }
}

interface RtpFields {
  readonly ssrc: number;
  readonly sequence: number;
  readonly timestamp: number;
  readonly marker: boolean;
}

/** A tile of a camera. */
export function tile(participant: string, height: number, priority: WantedTile["priority"] = "small"): WantedTile {
  return { participant, kind: "camera", width: Math.round((height * 16) / 9), height, priority };
}

/** The longest time without a new picture of this sender. */
export function longestFreeze(member: Member, sender: number, sinceMs: number, untilMs: number): number {
  const times = member.seen(sinceMs).flatMap((one) => (one.sender === sender ? [one.atMs] : []));
  const all = [sinceMs, ...times.toSorted((a, b) => a - b), untilMs];
  return Math.max(...all.slice(1).map((at, index) => at - (all[index] ?? at)));
}
