/**
 * One direction of one SRTP profile, with session keys. It works on complete packets with one copy each: at 50 packets
 * per second and party the server spends most of its time here.
 */
export interface SrtpCipher {
  /** The packet to send. `header` is all of it, with CSRCs and extensions. */
  protectRtp(header: Buffer, payload: Uint8Array, rollover: number): Buffer;
  /** The payload, or undefined when it is not authentic. `headerLength` includes CSRCs and extensions. */
  unprotectRtp(packet: Buffer, headerLength: number, rollover: number): Buffer | undefined;
  protectRtcp(packet: Buffer, index: number): Buffer;
  /** The decrypted packet and its index (RFC 3711 §3.4), or undefined when it is not authentic. */
  unprotectRtcp(packet: Buffer): { readonly packet: Buffer; readonly index: number } | undefined;
}

export const MIN_RTP_HEADER = 12; // RFC 3550 §5.1
export const MIN_RTCP_HEADER = 8; // RFC 3550 §6.4.1: header and sender SSRC are not encrypted (RFC 3711 §3.4)
