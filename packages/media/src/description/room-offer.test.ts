import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { MediaError } from "../media.port.ts";
import { writeRoomAnswer } from "./room-answer.ts";
import { readRoomOffer } from "./room-offer.ts";
import type { SentSection } from "./room-offer.ts";

/** As these browsers made them: a voice, a camera in three layers, a slot for sound and one for a picture. */
const offerOf = (browser: "chromium" | "firefox"): string =>
  readFileSync(new URL(`../../test/offers/${browser}.sdp`, import.meta.url), "utf8");

const SENDS: readonly SentSection[] = [
  { mid: "0", kind: "voice" },
  { mid: "1", kind: "camera" },
];

const read = (sdp: string, sends = SENDS) => readRoomOffer(sdp, sends);

function answerTo(sdp: string, sends = SENDS): string {
  return writeRoomAnswer({
    offer: read(sdp, sends),
    described: [
      { mid: "3", ssrc: 11, rtxSsrc: 12 },
      { mid: "2", ssrc: 13, rtxSsrc: undefined },
    ],
    sessionId: "1",
    version: 1,
    candidates: [{ protocol: "udp", address: "192.0.2.1", port: 4000 }],
    ice: { usernameFragment: "ours", password: "secret" },
    fingerprint: "AA",
    setup: "passive",
  });
}

/** The lines of one section. */
const section = (sdp: string, index: number): readonly string[] => (sdp.split(/^m=/m)[index + 1] ?? "").split("\r\n");
const change = (sdp: string, from: string | RegExp, to: string): string => {
  const changed = sdp.replace(from, to);
  if (changed === sdp) throw new Error(`nothing to change: ${from}`);
  return changed;
};

describe("reading an offer to a room", () => {
  test("VENG-71 a Chromium's offer: sections that it sends, slots, payload types and header extensions", () => {
    expect(read(offerOf("chromium")).plan).toEqual({
      extensions: { mid: 4, rid: 10, repairedRid: 11, transportSequence: 3, audioLevel: 1 },
      sends: [
        { kind: "voice", mid: "0", payloadType: 111 },
        { kind: "camera", mid: "1", payloadType: 96, rtxPayloadType: 97, rids: ["l", "m", "h"] },
      ],
      pictures: { mids: ["3"], payloadType: 96, rtxPayloadType: 97 },
      sounds: { mids: ["2"], payloadType: 111, transportSequence: 3 },
    });
  });

  test("VENG-71 a Firefox's offer: sections that are bundled only, directions of header extensions", () => {
    expect(read(offerOf("firefox")).plan).toEqual({
      extensions: { mid: 3, rid: 9, repairedRid: 10, transportSequence: 7, audioLevel: 1 },
      sends: [
        { kind: "voice", mid: "0", payloadType: 109 },
        { kind: "camera", mid: "1", payloadType: 120, rtxPayloadType: 124, rids: ["l", "m", "h"] },
      ],
      pictures: { mids: ["3"], payloadType: 120, rtxPayloadType: 124 },
      sounds: { mids: ["2"], payloadType: 109, transportSequence: 7 },
    });
  });

  test("VENG-71 sound without transport-wide numbers is sent without them", () => {
    const sdp = offerOf("chromium").replace(/(mid:2\r\n(?:a=extmap.*\r\n){2})a=extmap:3 .*\r\n/, "$1");
    expect(read(sdp).plan.sounds.transportSequence).toBe(0);
    expect(read(sdp).plan.extensions.transportSequence).toBe(3);
  });

  test("VENG-71 the order of layers is that of a=simulcast, at most three; without it there is one layer", () => {
    const rids = (sdp: string) => read(sdp).plan.sends.map((sent) => ("rids" in sent ? sent.rids : undefined))[1];
    const sdp = offerOf("chromium");
    expect(rids(change(sdp, "simulcast:send l;m;h", "simulcast:send h;~l,m"))).toEqual(["h", "l"]);
    const four = change(
      change(sdp, "a=rid:l send", "a=rid:x send\r\na=rid:l send"),
      "send l;m;h",
      "recv y send x;l;m;h",
    );
    expect(rids(four)).toEqual(["x", "l", "m"]);
    expect(rids(change(sdp, /a=simulcast.*\r\n/, ""))).toEqual([]);
  });

  test.each<[problem: string, changed: (sdp: string) => string, sends?: readonly SentSection[]]>([
    ["not a session description", () => "hello"],
    ["not a session description", (sdp) => sdp + "a=x\r\n".repeat(420_000)],
    ["too many sections", (sdp) => sdp + "m=video 9 UDP/TLS/RTP/SAVPF 96\r\n".repeat(61)],
    ["no BUNDLE", (sdp) => change(sdp, /a=group.*\r\n/, "")],
    ["section 1 cannot send camera", (sdp) => change(sdp, "BUNDLE 0 1 2 3", "BUNDLE 0 2 3")],
    ["a section's mid is not its own", (sdp) => change(sdp, "a=mid:2", "a=mid:1")],
    ["section 0 cannot send voice", (sdp) => sdp.replaceAll("a=rtcp-mux", "a=x")],
    ["a section sends two things", (sdp) => sdp, [...SENDS, { mid: "1", kind: "screen" }]],
    ["two sections send the same thing", (sdp) => sdp, [...SENDS, { mid: "3", kind: "camera" }]],
    ["section 3 cannot send screen", (sdp) => sdp, [{ mid: "3", kind: "screen" }]],
    ["section 0 cannot send camera", (sdp) => sdp, [{ mid: "0", kind: "camera" }]],
    ["section 1 cannot send camera", (sdp) => sdp.replaceAll("VP8/90000", "H264/90000")],
    ["two layers of one rid", (sdp) => change(sdp, "a=rid:m send", "a=rid:l send\r\na=rid:m send")],
    ["two layers of one rid", (sdp) => change(sdp, "send l;m;h", "send l;m;l")],
    ["a layer without a rid", (sdp) => change(sdp, "send l;m;h", "send l;m;x")],
    [
      "sections of different transports",
      (sdp) => change(sdp, /fingerprint:sha-256 C9(.*\r\na=setup:actpass\r\na=mid:2)/, "fingerprint:sha-256 CA$1"),
    ],
    ["sections of different transports", (sdp) => change(sdp, /ice-pwd:2(?=[\s\S]{1,300}mid:1\r)/, "ice-pwd:3")],
    ["no ICE credentials", (sdp) => sdp.replaceAll("ice-ufrag:Q1uq", "ice-ufrag:a b")],
    ["no certificate fingerprint", (sdp) => sdp.replaceAll("sha-256", "md5")],
    ["two ids of the header extension mid", (sdp) => change(sdp, /extmap:4 (?=.*mid\r\na=recvonly)/, "extmap:5 ")],
    ["one id of two header extensions", (sdp) => sdp.replaceAll("extmap:10 ", "extmap:4 ")],
    ["packets would not say which section they are of", (sdp) => sdp.replaceAll("sdes:mid", "sdes:x")],
    ["packets would not say their layer", (sdp) => sdp.replaceAll("sdes:rtp-stream-id", "sdes:x")],
    ["no section for sound or pictures", (sdp) => sdp.replaceAll(/m=(audio|video)/g, "m=text"), []],
  ])("VENG-74 unusable: %s", (problem, changed, sends = SENDS) => {
    let found: unknown;
    try {
      read(changed(offerOf("chromium")), sends);
    } catch (error) {
      found = error;
    }
    expect(found).toBeInstanceOf(MediaError);
    expect(found).toMatchObject({ reason: "unusable-description", message: problem });
  });
});

describe("the answer", () => {
  test.each(["chromium", "firefox"] as const)(
    "VENG-71 %s: every section at its place, with the offered payload types and ids",
    (browser) => {
      const answer = answerTo(offerOf(browser));
      const [first = [], camera = [], sound = [], picture = []] = [0, 1, 2, 3].map((index) => section(answer, index));
      expect(answer).toContain("a=ice-lite\r\na=group:BUNDLE 0 1 2 3\r\n");
      expect(answer).not.toContain("extmap-allow-mixed");
      expect(answer.match(/a=candidate/g)).toHaveLength(1);
      expect(first).toEqual(expect.arrayContaining(["a=mid:0", "a=recvonly", "a=setup:passive", "a=rtcp-mux"]));
      expect(camera).toEqual(
        expect.arrayContaining([
          "a=recvonly",
          "a=rid:l recv",
          "a=rid:m recv",
          "a=rid:h recv",
          "a=simulcast:recv l;m;h",
        ]),
      );
      expect(sound).toEqual(expect.arrayContaining(["a=sendonly", "a=msid:slot-2 slot-2", "a=ssrc:13 cname:slot-2"]));
      expect(picture).toEqual(
        expect.arrayContaining([
          "a=sendonly",
          "a=ssrc-group:FID 11 12",
          "a=ssrc:11 cname:slot-3",
          "a=ssrc:12 cname:slot-3",
        ]),
      );
      const [vp8, rtx] = browser === "chromium" ? [96, 97] : [120, 124];
      expect(picture[0]).toBe(`video 4000 UDP/TLS/RTP/SAVPF ${vp8} ${rtx}`);
      expect(picture).toEqual(expect.arrayContaining([`a=rtcp-fb:${vp8} nack pli`, `a=rtcp-fb:${vp8} transport-cc`]));
      expect(answer).not.toContain("goog-remb");
      if (browser === "firefox")
        expect(camera).toContain("a=extmap:9/recvonly urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id");
    },
  );

  test("VENG-74 sections that are not named are refused one by one: 50 tracks, data, a slot of another format", () => {
    const sdp = offerOf("chromium");
    const picture = `m=${sdp.split(/^m=/m)[4] ?? ""}`;
    const tracks = Array.from({ length: 50 }, (_, at) =>
      picture.replace("a=mid:3", `a=mid:t${at}`).replace("a=recvonly", "a=sendonly"),
    );
    const other = picture.replace("a=mid:3", "a=mid:o").replaceAll(/\b96\b/g, "95");
    const data = "m=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\na=mid:d\r\n";
    const all = [...tracks.keys()].map((at) => `t${at}`).join(" ");
    const answer = answerTo(
      change(sdp, "BUNDLE 0 1 2 3", `BUNDLE 0 1 2 3 ${all} o d`) + tracks.join("") + other + data,
    );
    expect(answer.match(/^m=\w+ 0 /gm)).toHaveLength(52);
    expect(answer).toContain("a=group:BUNDLE 0 1 2 3\r\n");
  });

  test("VENG-73 a section that is not used now is kept for later; one that the browser stopped stays refused", () => {
    const sdp = offerOf("chromium");
    const idle = change(sdp, /a=sendonly(?=\r\na=msid:- bb)/, "a=inactive");
    expect(section(answerTo(idle, [{ mid: "0", kind: "voice" }]), 1)).toContain("a=inactive");
    const stopped = change(sdp, "m=video 9", "m=video 0");
    expect(section(answerTo(stopped, [{ mid: "0", kind: "voice" }]), 1)[0]).toMatch(/^video 0 /);
  });
});
