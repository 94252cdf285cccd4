/** SDP bodies for tests that look at signalling alone: enough for any reader of SDP, with nothing behind them. */
export type DescribedCodec = "opus" | "G722" | "PCMU" | "PCMA" | "iLBC";

export interface AudioDescription {
  readonly codecs?: readonly DescribedCodec[];
  readonly direction?: "sendrecv" | "sendonly" | "recvonly" | "inactive";
  /** RFC 4733; default true. */
  readonly telephoneEvent?: boolean;
  /** More session lines, e.g. a mark by which a test knows the description again. */
  readonly lines?: readonly string[];
}

const FORMATS: Readonly<Record<DescribedCodec, readonly [type: number, rtpmap: string]>> = {
  opus: [111, "opus/48000/2"],
  G722: [9, "G722/8000"],
  PCMU: [0, "PCMU/8000"],
  PCMA: [8, "PCMA/8000"],
  iLBC: [97, "iLBC/8000"], // which no side of ours speaks
};
const EVENT_TYPE = 101;

export function audioDescription(options: AudioDescription = {}): string {
  const { codecs = ["opus", "G722", "PCMU"], direction = "sendrecv", telephoneEvent = true, lines = [] } = options;
  const formats = codecs.map((codec) => FORMATS[codec]);
  const types = [...formats.map(([type]) => type), ...(telephoneEvent ? [EVENT_TYPE] : [])];
  return [
    "v=0",
    "o=- 1 1 IN IP4 127.0.0.1",
    "s=-",
    "t=0 0",
    ...lines,
    `m=audio 9 UDP/TLS/RTP/SAVPF ${types.join(" ")}`,
    "c=IN IP4 127.0.0.1",
    ...formats.map(([type, rtpmap]) => `a=rtpmap:${type} ${rtpmap}`),
    ...(telephoneEvent ? [`a=rtpmap:${EVENT_TYPE} telephone-event/8000`] : []),
    `a=${direction}`,
    "",
  ].join("\r\n");
}

/** The codecs of a description in its order; empty when it has no audio. */
export function describedCodecs(sdp: string): readonly DescribedCodec[] {
  const types = /^m=audio [1-9]\d* \S+ (.+)$/m.exec(sdp)?.[1]?.trim().split(" ") ?? [];
  return types.flatMap((type) => {
    const name = new RegExp(`^a=rtpmap:${type} ([A-Za-z0-9]+)/`, "m").exec(sdp)?.[1]?.toUpperCase();
    const codec = (["opus", "G722", "PCMU", "PCMA", "iLBC"] as const).find((known) => known.toUpperCase() === name);
    return codec === undefined ? [] : [codec];
  });
}

export function describedDirection(sdp: string): "sendrecv" | "sendonly" | "recvonly" | "inactive" {
  const found = /^a=(sendrecv|sendonly|recvonly|inactive)\r?$/m.exec(sdp)?.[1];
  return (["sendonly", "recvonly", "inactive"] as const).find((known) => known === found) ?? "sendrecv";
}
