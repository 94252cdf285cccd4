/** A browser's audio offer as a SIP user agent sends it, reduced to the relevant lines. */
export function browserOffer(
  changes: { readonly audio?: string; readonly extra?: string; readonly bundle?: string } = {},
): string {
  const { audio = "", extra = "", bundle = "0" } = changes;
  const lines = [
    "v=0",
    "o=- 3309819380184677924 2 IN IP4 127.0.0.1",
    "s=-",
    "t=0 0",
    `a=group:BUNDLE ${bundle}`,
    "a=extmap-allow-mixed",
    "m=audio 44994 UDP/TLS/RTP/SAVPF 111 63 9 0 8 13 110 126",
    "c=IN IP4 127.0.0.1",
    "a=candidate:1 1 udp 2122194687 7f1c2d3e-5b6a-4c8d-9e0f-112233445566.local 44994 typ host",
    "a=ice-ufrag:IwY1",
    "a=ice-pwd:h5YjePcBWye3lqc8ESacvpYl",
    "a=ice-options:trickle",
    `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => "AB").join(":")}`,
    "a=setup:actpass",
    "a=mid:0",
    "a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level",
    "a=sendrecv",
    "a=rtcp-mux",
    "a=rtpmap:111 opus/48000/2",
    "a=fmtp:111 minptime=10;useinbandfec=1",
    "a=rtpmap:63 red/48000/2",
    "a=rtpmap:9 G722/8000",
    "a=rtpmap:0 PCMU/8000",
    "a=rtpmap:8 PCMA/8000",
    "a=rtpmap:13 CN/8000",
    "a=rtpmap:110 telephone-event/48000",
    "a=rtpmap:126 telephone-event/8000",
    ...audio.split("\n").filter((line) => line !== ""),
    ...extra.split("\n").filter((line) => line !== ""),
  ];
  return `${lines.join("\r\n")}\r\n`;
}

export const VIDEO_SECTION = `m=video 44994 UDP/TLS/RTP/SAVPF 96 97
c=IN IP4 127.0.0.1
a=mid:1
a=sendrecv
a=rtcp-mux
a=rtpmap:96 VP8/90000`;
