/** Why a handshake ends; also the alert for the far end (RFC 5246 §7.2). */
export class DtlsFault extends Error {
  override readonly name = "DtlsFault";
  readonly alert: number;
  constructor(alert: keyof typeof ALERTS, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.alert = ALERTS[alert];
  }
}

const ALERTS = {
  unexpectedMessage: 10,
  handshakeFailure: 40,
  badCertificate: 42,
  illegalParameter: 47,
  decodeError: 50,
  decryptError: 51,
} as const;
