import { describe, expect, test } from "vitest";
import { summarizeDescription } from "./description-summary.ts";
import { VIDEO_SECTION, browserOffer } from "./description.fixture.ts";
import { readDescription } from "./remote-description.ts";

describe("reading a description", () => {
  test("MEDIA-1 a browser's offer is usable", () => {
    const reading = readDescription(browserOffer());
    if (!reading.usable) throw new Error(reading.problem);
    expect(reading.description.codecs).toEqual([
      { codec: "opus", payloadType: 111 },
      { codec: "G722", payloadType: 9 },
      { codec: "PCMU", payloadType: 0 },
      { codec: "PCMA", payloadType: 8 },
    ]);
    expect(reading.description.telephoneEvents).toEqual([
      { payloadType: 110, clockRate: 48_000 },
      { payloadType: 126, clockRate: 8000 },
    ]);
    expect(reading.description.ice).toEqual({
      usernameFragment: "IwY1",
      password: "h5YjePcBWye3lqc8ESacvpYl",
    });
  });

  test.each([
    ["not a session description", "hello"],
    ["not a session description", ""],
    ["not a session description", `${browserOffer()}${"a=x\r\n".repeat(20_000)}`],
    ["not a session description", browserOffer().replace("m=audio 44994", "m=audio 999999")],
    ["no audio section", browserOffer().replace("m=audio 44994", "m=audio 0")],
    ["profile RTP/AVP", browserOffer().replace("UDP/TLS/RTP/SAVPF", "RTP/AVP")],
    ["no common codec", browserOffer().replace("111 63 9 0 8 13 110 126", "13 126")],
    ["no rtcp-mux", browserOffer().replace("a=rtcp-mux\r\n", "")],
    ["two ICE lite agents would both wait", browserOffer().replace("t=0 0", "t=0 0\r\na=ice-lite")],
    ["no ICE credentials", browserOffer().replace("a=ice-ufrag:IwY1", "a=ice-ufrag:a b")],
    ["no certificate fingerprint", browserOffer().replace("sha-256 AB", "md5 AB")],
  ])("MEDIA-1 unusable: %s", (problem, sdp) => {
    expect(readDescription(sdp)).toEqual({ usable: false, problem });
    expect(summarizeDescription(sdp)).toBeUndefined();
  });

  test("MEDIA-1 ICE and DTLS attributes may be at the session level, static payload types need no rtpmap", () => {
    const security = ["a=ice-ufrag:IwY1", "a=ice-pwd:h5YjePcBWye3lqc8ESacvpYl", "a=setup:actpass"];
    let sdp = browserOffer()
      .replace(/a=rtpmap:[08] PCM[UA]\/8000\r\n/g, "")
      .replace("a=rtpmap:9 G722/8000\r\n", "");
    for (const line of security) sdp = sdp.replace(`${line}\r\n`, "").replace("t=0 0\r\n", `t=0 0\r\n${line}\r\n`);
    const reading = readDescription(sdp);
    expect(reading.usable && reading.description.codecs.map(({ codec }) => codec)).toEqual([
      "opus",
      "G722",
      "PCMU",
      "PCMA",
    ]);
  });

  test("MEDIA-8 a summary has codecs, direction and whether video is offered", () => {
    expect(summarizeDescription(browserOffer())).toEqual({
      codecs: ["opus", "G722", "PCMU", "PCMA"],
      direction: "sendrecv",
      hasVideo: false,
    });
    const held = browserOffer({ extra: VIDEO_SECTION }).replace("a=sendrecv", "a=sendonly");
    expect(summarizeDescription(held)).toMatchObject({ direction: "sendonly", hasVideo: true });
    const withoutVideo = browserOffer({ extra: VIDEO_SECTION.replace("m=video 44994", "m=video 0") });
    expect(summarizeDescription(withoutVideo)?.hasVideo).toBe(false);
  });
});
