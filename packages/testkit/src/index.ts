export { createMediaPeer } from "./media-peer.ts";
export type { Heard, MediaPeer, MediaPeerOptions, ReceivedPacket } from "./media-peer.ts";
export { buildMediaWorker } from "./media-worker.ts";
export { createPacketCodec } from "./audio/packet-codec.ts";
export type { PacketCodec, ProbeCodec } from "./audio/packet-codec.ts";
export { amplitudeAt, dominantTone, rmsLevel } from "./audio/spectrum.ts";
export type { Measurement } from "./audio/spectrum.ts";
export { tonePcm, wavFile } from "./audio/tone.ts";
export type { Tone } from "./audio/tone.ts";
