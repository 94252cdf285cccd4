import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildMediaWorker, bundleForNode } from "@callpanel/testkit";
import { createMediaEngine } from "../../packages/media/src/media.engine.ts";
import { startJanus } from "../../tools/janus.mjs";
import type { OwnJanus } from "../../tools/janus.mjs";
import type { Report } from "../figure.ts";
import { openJanusSession } from "../load/janus-session.ts";
import { nextMessage } from "../load/load-messages.ts";
import type { FromPictures, OwnTransport, ToPictures } from "../load/picture-members.ts";

const MEMBERS = 8;
const SEEN = MEMBERS - 1;
/** Until every estimate lets all pictures through. */
const WARM_UP_MS = 15_000;
const FOR_MS = 10_000;
/** Of the packets that Janus delivers. */
const SAME_WORK = 0.9;
const WHAT = `a room of ${MEMBERS}, one picture of 0.4 Mbit/s from each to all others, VP8 without simulcast and sound`;

/**
 * The same senders and receivers, over real sockets with encryption, at our media worker and at Janus's videoroom, one after the
 * other. Janus has two connections for each member, as it is made: one that sends and one that receives.
 */
export async function run(report: Report): Promise<void> {
  const janus = await startJanus();
  if (janus === undefined) {
    process.stderr.write(
      "callpanel: 1 benchmark is left out: video beside Janus needs Debian's package janus, and an address of this machine beside 127.0.0.1\n",
    );
    return;
  }
  try {
    const [theirs, ours] = [await measureJanus(janus), await measureOurs(janus.address)];
    const share = ours.packets / theirs.packets;
    // Janus does not estimate links. A machine that is late looks like a full link, so that we send less.
    const work =
      share < SAME_WORK ? "NOT the same work: repeat it on a still machine" : "the same packets in the same run";
    const against = `Janus ${janus.version}, ${work} (${theirs.megabits.toFixed(1)} Mbit/s out)`;
    report({
      name: `video forwarding beside Janus: CPU per forwarded Mbit/s, ${WHAT} (${ours.megabits.toFixed(1)} Mbit/s out)`,
      value: ours.cpuMs / ours.megabits,
      unit: "ms/s",
      bound: Math.round((theirs.cpuMs / theirs.megabits) * 100) / 100,
      better: "lower",
      against,
    });
    report({
      name: "video forwarding beside Janus: packets that arrive, of those of Janus",
      value: share * 100,
      unit: "%",
      bound: 98,
      better: "higher",
      against: `the work is the same (load ${Math.max(ours.latestMs, theirs.latestMs).toFixed(0)} ms late at most)`,
    });
  } finally {
    await janus.stop();
  }
}

interface Measured {
  /** A second. */
  readonly cpuMs: number;
  readonly megabits: number;
  readonly packets: number;
  readonly latestMs: number;
}

async function measureOurs(address: string): Promise<Measured> {
  const engine = createMediaEngine({ workerUrl: await buildMediaWorker(), workerCount: 1, mediaAddress: "127.0.0.1" });
  const load = await openLoad(address);
  try {
    const room = engine.openVideoRoom();
    for (let member = 0; member < MEMBERS; member += 1) {
      const own = await load.open(`member${member}`, member + 1);
      const { answer } = await room.join(`p${member}`, {
        offer: description(own, [SENDS, ...slots((at): Section => ({ mid: `v${at}`, direction: "recvonly" }))]),
        sends: [{ mid: "1", kind: "camera" }],
      });
      await load.connect(own, answer);
    }
    for (let member = 0; member < MEMBERS; member += 1) {
      const others = slots((at) => `p${(member + at + 1) % MEMBERS}`);
      room.show(
        `p${member}`,
        others.map((participant) => ({ participant, kind: "camera", priority: "large", width: 960, height: 540 })),
      );
    }
    return await measured(load, () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    });
  } finally {
    load.kill();
    await engine.close();
  }
}

async function measureJanus({ url, address, pid }: OwnJanus): Promise<Measured> {
  const load = await openLoad(address);
  const session = await openJanusSession(url);
  try {
    const room = 1;
    const owner = await session.attach();
    await owner.ask({ request: "create", room, publishers: MEMBERS, videocodec: "vp8", transport_wide_cc_ext: true });
    const feeds: number[] = [];
    for (let member = 0; member < MEMBERS; member += 1) {
      const handle = await session.attach();
      const joined = await handle.ask({ request: "join", ptype: "publisher", room });
      feeds.push(joined.id);
      const own = await load.open(`member${member}`, member + 1);
      const { sdp } = await handle.ask({ request: "publish" }, { type: "offer", sdp: description(own, [SENDS]) });
      await load.connect(own, sdp);
    }
    for (let member = 0; member < MEMBERS; member += 1) {
      const handle = await session.attach();
      const streams = feeds.filter((_, other) => other !== member).map((feed) => ({ feed }));
      const { sdp } = await handle.ask({ request: "join", ptype: "subscriber", room, streams });
      const own = await load.open(`viewer${member}`, null);
      const mids = [...sdp.matchAll(/^a=mid:(\S+)/gm)].map(([, mid = ""]) => mid);
      const answer = description(
        own,
        mids.map((mid) => ({ mid, direction: "recvonly" as const })),
      );
      await Promise.all([load.connect(own, sdp), handle.ask({ request: "start" }, { type: "answer", sdp: answer })]);
    }
    return await measured(load, () => cpuMsOf(pid));
  } finally {
    session.close();
    load.kill();
  }
}

/** CPU time of a process of Linux, in milliseconds: fields 14 and 15 of its stat, in hundredths of a second. */
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function measured(load: Load, cpuMs: () => number): Promise<Measured> {
  await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
  await load.count();
  const [before, startedAt] = [cpuMs(), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, FOR_MS));
  const used = cpuMs() - before;
  const { packets, bytes, latestMs } = await load.count();
  const seconds = (performance.now() - startedAt) / 1000;
  return { cpuMs: used / seconds, megabits: (bytes * 8) / 1e6 / seconds, packets: packets / seconds, latestMs };
}

const slots = <Slot>(of: (at: number) => Slot): Slot[] => Array.from({ length: SEEN }, (_, at) => of(at));

interface Opened extends OwnTransport {
  readonly name: string;
  readonly address: string;
  readonly ssrc: number | undefined;
}
interface Section {
  readonly mid: string;
  readonly direction: "sendonly" | "recvonly";
}
const SENDS: Section = { mid: "1", direction: "sendonly" };

/** What a browser would say, with these sections alone. */
function description(own: Opened, sections: readonly Section[]): string {
  const lines = [
    "v=0",
    "o=- 1 1 IN IP4 127.0.0.1",
    "s=-",
    "t=0 0",
    `a=group:BUNDLE ${sections.map(({ mid }) => mid).join(" ")}`,
    ...sections.flatMap((section) => linesOf(own, section)),
  ];
  return lines.map((line) => `${line}\r\n`).join("");
}

function linesOf(
  { name, fingerprint, password, address, port, ssrc }: Opened,
  { mid, direction }: Section,
): readonly string[] {
  return [
    "m=video 9 UDP/TLS/RTP/SAVPF 96 97",
    "c=IN IP4 0.0.0.0",
    `a=ice-ufrag:${name}`,
    `a=ice-pwd:${password}`,
    `a=fingerprint:sha-256 ${fingerprint}`,
    "a=setup:active",
    `a=mid:${mid}`,
    "a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid",
    "a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01",
    `a=${direction}`,
    "a=rtcp-mux",
    "a=rtpmap:96 VP8/90000",
    "a=rtcp-fb:96 transport-cc",
    "a=rtcp-fb:96 nack",
    "a=rtcp-fb:96 nack pli",
    "a=rtpmap:97 rtx/90000",
    "a=fmtp:97 apt=96",
    ...(direction === "sendonly" && ssrc !== undefined ? [`a=ssrc:${ssrc} cname:${name}`] : []),
    `a=candidate:1 1 udp 2113937151 ${address} ${port} typ host`,
    "a=end-of-candidates",
  ];
}

type Load = Awaited<ReturnType<typeof openLoad>>;

/** `address`: where the members are. */
async function openLoad(address: string) {
  const load: ChildProcess = fork(
    fileURLToPath(await bundleForNode(new URL("../load/picture-members.ts", import.meta.url))),
  );
  const asked = async <Kind extends FromPictures["kind"]>(
    message: ToPictures,
    kind: Kind,
  ): Promise<Extract<FromPictures, { kind: Kind }>> => {
    const isWanted = (one: FromPictures): one is Extract<FromPictures, { kind: Kind }> => one.kind === kind;
    const reply = nextMessage<FromPictures>(load, isWanted);
    load.send(message);
    const one = await reply;
    if (!isWanted(one)) throw new Error("another answer");
    return one;
  };
  return {
    open: async (name: string, sender: number | null): Promise<Opened> => {
      const opened = await asked({ kind: "open", name, sender, address }, "opened");
      return { ...opened, address, ssrc: sender === null ? undefined : 1000 * sender + 10 };
    },
    connect: ({ name }: Opened, remote: string) => asked({ kind: "connect", name, description: remote }, "connected"),
    count: () => asked({ kind: "count" }, "counted"),
    kill: () => load.kill(),
  };
}
