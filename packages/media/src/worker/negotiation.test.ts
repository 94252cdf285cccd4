import { describe, expect, test } from "vitest";
import { VIDEO_SECTION, browserOffer } from "../description/description.fixture.ts";
import { MediaError } from "../media.port.ts";
import { createNegotiation } from "./negotiation.ts";
import type { Negotiation } from "./negotiation.ts";
import type { Candidate } from "./worker-socket.ts";

function newNegotiation(more: readonly Candidate[] = []): Negotiation {
  return createNegotiation({
    sessionId: "4711",
    candidates: [{ protocol: "udp", address: "192.0.2.7", port: 40_000 }, ...more],
    ssrc: 99,
    fingerprint: "AA:BB",
    credentials: () => ({ usernameFragment: "ufrg", password: "passpasspasspasspasspass" }),
  });
}

function lines(sdp: string): readonly string[] {
  return sdp.split("\r\n");
}

describe("an answer", () => {
  test("MEDIA-2 has one codec with the offer's payload type, and telephone-event at its clock rate", () => {
    const negotiation = newNegotiation();
    negotiation.takeOffer(browserOffer(), undefined);
    const answer = lines(negotiation.writeAnswer());
    expect(answer).toContain("m=audio 40000 UDP/TLS/RTP/SAVPF 111 110");
    expect(answer).toContain("a=rtpmap:111 opus/48000/2");
    expect(answer).toContain("a=rtpmap:110 telephone-event/48000");
  });

  test("MEDIA-2 the allowed codecs decide, in their order", () => {
    const negotiation = newNegotiation();
    const { agreement } = negotiation.takeOffer(browserOffer(), ["PCMU", "opus"]);
    expect(agreement).toMatchObject({
      codec: "PCMU",
      payloadType: 0,
      telephoneEvent: { payloadType: 126, clockRate: 8000 },
      audioLevelId: 1,
      direction: "sendrecv",
    });
  });

  test("MEDIA-1 A-law alone, with its static payload type, is enough", () => {
    const alawOnly = browserOffer()
      .replace(/^m=audio .*$/m, "m=audio 44994 UDP/TLS/RTP/SAVPF 8 126")
      .replace(/a=rtpmap:(?!126).*\r\n/g, "");
    const negotiation = newNegotiation();
    expect(negotiation.takeOffer(alawOnly, undefined).agreement.codec).toBe("PCMA");
    expect(lines(negotiation.writeAnswer())).toContain("m=audio 40000 UDP/TLS/RTP/SAVPF 8 126");
  });

  test("MEDIA-2 telephone-event at another rate is better than none", () => {
    const firefox = browserOffer().replace("a=rtpmap:110 telephone-event/48000", "a=rtpmap:110 x/48000");
    const { agreement } = newNegotiation().takeOffer(firefox, ["opus"]);
    expect(agreement.telephoneEvent).toEqual({ payloadType: 126, clockRate: 8000 });
  });

  test("MEDIA-3 MEDIA-93 has every address of ours, the first as the default, and TCP last with the lowest priority", () => {
    const negotiation = newNegotiation([
      { protocol: "udp", address: "198.51.100.7", port: 40_000 },
      { protocol: "udp", address: "2001:db8::7", port: 40_000 },
      { protocol: "tcp", address: "192.0.2.7", port: 40_000 },
    ]);
    negotiation.takeOffer(browserOffer(), undefined);
    const answer = lines(negotiation.writeAnswer());
    expect(answer.filter((line) => line.startsWith("a=candidate:"))).toEqual([
      "a=candidate:1 1 udp 2130706431 192.0.2.7 40000 typ host",
      "a=candidate:2 1 udp 2130706175 198.51.100.7 40000 typ host",
      "a=candidate:3 1 udp 2130705919 2001:db8::7 40000 typ host",
      "a=candidate:4 1 tcp 1520434431 192.0.2.7 40000 typ host tcptype passive",
    ]);
    expect(answer).toContain("c=IN IP4 192.0.2.7");
  });

  test("MEDIA-3 is complete: all candidates, no trickle, rtcp-mux, BUNDLE", () => {
    const negotiation = newNegotiation();
    negotiation.takeOffer(browserOffer(), undefined);
    const answer = lines(negotiation.writeAnswer());
    expect(answer.filter((line) => line.startsWith("a=candidate:"))).toEqual([
      "a=candidate:1 1 udp 2130706431 192.0.2.7 40000 typ host",
    ]);
    for (const line of ["a=end-of-candidates", "a=ice-lite", "a=rtcp-mux", "a=group:BUNDLE 0", "a=mid:0"]) {
      expect(answer).toContain(line);
    }
  });

  test("MEDIA-4 video is rejected at its index and stays outside BUNDLE", () => {
    const negotiation = newNegotiation();
    negotiation.takeOffer(browserOffer({ extra: VIDEO_SECTION, bundle: "0 1" }), undefined);
    const answer = negotiation.writeAnswer();
    expect(lines(answer)).toContain("a=group:BUNDLE 0");
    const [, , video = ""] = answer.split("m=");
    expect(video).toContain("video 0 UDP/TLS/RTP/SAVPF 96 97\r\n");
    expect(video).toContain("a=mid:1\r\n");
  });

  test("MEDIA-4 a second audio section is rejected as well", () => {
    const second = browserOffer()
      .slice(browserOffer().indexOf("m=audio"))
      .replace("a=mid:0", "a=mid:1")
      .replaceAll("\r\n", "\n");
    const negotiation = newNegotiation();
    negotiation.takeOffer(browserOffer({ extra: second, bundle: "0 1" }), undefined);
    expect(lines(negotiation.writeAnswer()).filter((line) => line.startsWith("m=audio"))).toEqual([
      "m=audio 40000 UDP/TLS/RTP/SAVPF 111 110",
      "m=audio 0 UDP/TLS/RTP/SAVPF 111 63 9 0 8 13 110 126",
    ]);
  });

  test("MEDIA-68 accepts the audio level with the offer's id, and only if it is offered", () => {
    const numbered = (extmap: string): string => {
      const negotiation = newNegotiation();
      negotiation.takeOffer(browserOffer().replace("a=extmap:1 ", extmap), undefined);
      return negotiation.writeAnswer();
    };
    expect(numbered("a=extmap:7 ")).toContain("a=extmap:7 urn:ietf:params:rtp-hdrext:ssrc-audio-level\r\n");
    expect(numbered("a=extmap:7/recvonly ")).not.toContain("a=extmap");
    expect(numbered("a=other:1 ")).not.toContain("a=extmap");
  });

  test.each([
    ["sendrecv", "sendrecv"],
    ["sendonly", "recvonly"],
    ["recvonly", "sendonly"],
    ["inactive", "inactive"],
  ])("MEDIA-5 %s is answered %s, on an open port", (offered, answered) => {
    const negotiation = newNegotiation();
    const { agreement } = negotiation.takeOffer(browserOffer().replace("a=sendrecv", `a=${offered}`), undefined);
    expect(agreement.direction).toBe(offered);
    const answer = lines(negotiation.writeAnswer());
    expect(answer).toContain(`a=${answered}`);
    expect(answer).toContain("m=audio 40000 UDP/TLS/RTP/SAVPF 111 110");
  });

  test("MEDIA-30 digits may arrive at any rate that the far end listed: Chromium lists both, and sends at 8000", () => {
    const { agreement } = newNegotiation().takeOffer(browserOffer(), undefined);
    expect(agreement.telephoneEvent).toEqual({ payloadType: 110, clockRate: 48_000 });
    expect(agreement.telephoneEvents).toEqual([
      { payloadType: 110, clockRate: 48_000 },
      { payloadType: 126, clockRate: 8000 },
    ]);
  });

  test("MEDIA-1 a refused re-offer changes nothing", () => {
    const negotiation = newNegotiation();
    negotiation.takeOffer(browserOffer(), undefined);
    const before = negotiation.agreement;
    expect(() => negotiation.takeOffer(browserOffer(), [])).toThrow(MediaError);
    expect(() => negotiation.takeOffer("v=0", undefined)).toThrow(MediaError);
    expect(negotiation.agreement).toEqual(before);
  });

  test("MEDIA-7 is passive if it can choose, and keeps its role in re-offers", () => {
    const negotiation = newNegotiation();
    expect(negotiation.takeOffer(browserOffer(), undefined).security.role).toBe("server");
    expect(lines(negotiation.writeAnswer())).toContain("a=setup:passive");

    const insists = newNegotiation();
    const passive = browserOffer().replace("a=setup:actpass", "a=setup:passive");
    expect(insists.takeOffer(passive, undefined).security.role).toBe("client");
    expect(lines(insists.writeAnswer())).toContain("a=setup:active");
    expect(insists.takeOffer(browserOffer(), undefined).security.role).toBe("client");
  });
});

describe("an offer", () => {
  test("MEDIA-68 asks for the audio level; a re-offer keeps its id", () => {
    const negotiation = newNegotiation();
    expect(negotiation.writeOffer(undefined)).toContain("a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level");
    negotiation.takeOffer(browserOffer().replace("a=extmap:1 ", "a=extmap:5 "), undefined);
    expect(negotiation.writeOffer(undefined)).toContain("a=extmap:5 urn:ietf:params:rtp-hdrext:ssrc-audio-level");
  });

  test("MEDIA-2 has the allowed codecs and telephone-event at each of their rates", () => {
    const offer = lines(newNegotiation().writeOffer(["opus", "PCMU"]));
    expect(offer).toContain("m=audio 40000 UDP/TLS/RTP/SAVPF 111 0 110 126");
    expect(offer).toContain("a=setup:actpass");
    expect(lines(newNegotiation().writeOffer(["PCMU"]))).toContain("m=audio 40000 UDP/TLS/RTP/SAVPF 0 126");
  });

  test("MEDIA-6 a re-offer keeps sections, payload types and session id, and increases its version", () => {
    const negotiation = newNegotiation();
    const numbered = browserOffer({ extra: VIDEO_SECTION }).replaceAll("111", "96").replaceAll("110", "97");
    negotiation.takeOffer(numbered, undefined);
    const answer = negotiation.writeAnswer();
    const reoffer = negotiation.writeOffer(["opus"]);
    expect(lines(answer)).toContain("o=- 4711 1 IN IP4 192.0.2.7");
    expect(lines(reoffer)).toContain("o=- 4711 2 IN IP4 192.0.2.7");
    expect(lines(reoffer)).toContain("m=audio 40000 UDP/TLS/RTP/SAVPF 96 97");
    expect(lines(reoffer)).toContain("m=video 0 UDP/TLS/RTP/SAVPF 96 97");
  });

  test("MEDIA-2 the answer's first codec in our order is used", () => {
    const negotiation = newNegotiation();
    negotiation.writeOffer(["PCMU", "opus"]);
    const answer = browserOffer().replace("a=setup:actpass", "a=setup:active");
    expect(negotiation.takeAnswer(answer).agreement.codec).toBe("PCMU");
  });

  test("MEDIA-1 an answer without an offer, or with an open DTLS role, cannot be used", () => {
    expect(() => newNegotiation().takeAnswer(browserOffer())).toThrow(MediaError);
    const negotiation = newNegotiation();
    negotiation.writeOffer(undefined);
    expect(() => negotiation.takeAnswer(browserOffer())).toThrow("actpass");
  });
});
