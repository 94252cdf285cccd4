/**
 * Front door of the media of calls: ports in worker threads (ICE, DTLS-SRTP, RTP), codecs, mixing, recording, audio
 * files. It does not know calls.
 */
export { preferring } from "./codec.ts";
export { createMediaEngine, type MediaEngineOptions } from "./media.engine.ts";
export {
  MediaError,
  type AudioCodec,
  type DescriptionSummary,
  type DtmfDigit,
  type InnerPort,
  type MediaDirection,
  type MediaEngine,
  type MediaEvent,
  type MediaPort,
  type MediaRecording,
  type MediaSource,
  type MediaStats,
  type MediaVoice,
  type MixGains,
  type Prompt,
  type RecordedSound,
  type RecordingMark,
} from "./media.port.ts";
export { createOpusCoder, type OpusCoder } from "./opus/opus-coder.ts";
export {
  ATTRIBUTE,
  errorCode,
  readStun,
  STUN,
  writeStun,
  xorMapped,
  type StunAttribute,
  type StunMessage,
} from "./ice/stun-message.ts";
export { readOpusFile } from "./playback/opus-file.ts";
export { createOggOpus, packetsFor, recordedMs, type OggOpus } from "./recording/ogg-opus.ts";
export { readOggPage } from "./recording/ogg-page.ts";
export { parseOpusPacket, splitOpusStreams } from "./recording/opus-packet.ts";
export { telephoneEventPayload } from "./rtp/telephone-event.ts";
export { createVideoRoom, type VideoRoom } from "./video/video-room.ts";
export type { FilledSlot, SourceKind, VideoRoomEvent, VideoRoomPort, WantedTile } from "./video.port.ts";
