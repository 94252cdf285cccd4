/**
 * One direction's transform of one SRTP profile, keyed for a session. It works on whole packets in one copy each:
 * at 50 packets a second and party this is where the server spends its time.
 */
export interface SrtpCipher {
  /** The packet to send. `header` is written by us: 12 bytes, no CSRC, no extension. */
  protectRtp(header: Buffer, payload: Uint8Array, rollover: number): Buffer;
  /** The payload, or undefined when it is not authentic. `headerLength` counts CSRCs and extensions. */
  unprotectRtp(packet: Buffer, headerLength: number, rollover: number): Buffer | undefined;
  protectRtcp(packet: Buffer, index: number): Buffer;
  /** The packet in the clear and its index (RFC 3711 §3.4), or undefined when it is not authentic. */
  unprotectRtcp(packet: Buffer): { readonly packet: Buffer; readonly index: number } | undefined;
}

export const MIN_RTP_HEADER = 12; // RFC 3550 §5.1
export const MIN_RTCP_HEADER = 8; // RFC 3550 §6.4.1: header and sender SSRC stay in the clear (RFC 3711 §3.4)
