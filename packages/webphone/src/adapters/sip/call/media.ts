/** The peer connection's part of a call: codecs, candidates, direction, digits and the microphone's track. */

/** For the first candidate, where the far end learns the others from the checks (RFC 8445 §7.3.1.3). */
export const FIRST_CANDIDATE_MS = 500;
/** For all candidates: one that comes later would not reach the far end. */
export const ALL_CANDIDATES_MS = 2_000;

const CODECS = ["audio/opus", "audio/g722", "audio/pcmu", "audio/pcma", "audio/telephone-event"];
const DIGIT_MS = 160;
const DIGIT_GAP_MS = 70;

/** Opus first, then what old telephones speak; no comfort noise, no redundancy. */
export function preferCodecs(connection: RTCPeerConnection): void {
  const offered = globalThis.RTCRtpReceiver?.getCapabilities("audio")?.codecs ?? [];
  const rank = ({ mimeType }: RTCRtpCodec): number => CODECS.indexOf(mimeType.toLowerCase());
  const wanted = offered.filter((codec) => rank(codec) >= 0).sort((a, b) => rank(a) - rank(b));
  if (wanted.length === 0) return;
  for (const transceiver of connection.getTransceivers()) {
    if (transceiver.receiver.track.kind === "audio") transceiver.setCodecPreferences(wanted);
  }
}

/** RFC 7587 §6.1: without usedtx the encoder sends on through silence, so that quiet speech is not cut at its start. */
export const withoutDtx = (sdp: string): string => sdp.replace(/usedtx=1/g, "usedtx=0");

export function audioTransceiver(connection: RTCPeerConnection): RTCRtpTransceiver | undefined {
  return connection.getTransceivers().find((transceiver) => transceiver.receiver.track.kind === "audio");
}

/** Sends the digit as RFC 4733 event, behind those still being sent; false when it was not negotiated. */
export function sendRtpDigit(connection: RTCPeerConnection, digit: string): boolean {
  const dtmf = audioTransceiver(connection)?.sender.dtmf;
  if (!dtmf?.canInsertDTMF) return false;
  dtmf.insertDTMF(dtmf.toneBuffer + digit, DIGIT_MS, DIGIT_GAP_MS);
  return true;
}

/** A refused offer of either side is taken back so that the connection can negotiate again. */
export async function rollBack(connection: RTCPeerConnection): Promise<void> {
  const { signalingState } = connection;
  if (signalingState === "have-local-offer") await connection.setLocalDescription({ type: "rollback" });
  if (signalingState === "have-remote-offer") await connection.setRemoteDescription({ type: "rollback" });
}
