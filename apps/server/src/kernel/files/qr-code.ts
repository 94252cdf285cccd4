import QRCode from "qrcode";

/** A text as a QR code, dark on light in both colour schemes, because readers need that. */
export interface QrCode {
  /** An SVG document that scales to its box. */
  readonly svg: string;
  readonly png: Buffer;
}

/** Modules of light around the code (ISO/IEC 18004 asks for four). */
const QUIET_ZONE = 4;
/** Width of the PNG: sharp in print and in a mail. */
const PNG_WIDTH_PX = 512;

/** @throws when the text is longer than a QR code can hold (some 2,300 bytes) */
export async function drawQrCode(text: string): Promise<QrCode> {
  const options = { errorCorrectionLevel: "M", margin: QUIET_ZONE } as const;
  const [svg, png] = await Promise.all([
    QRCode.toString(text, { ...options, type: "svg" }),
    QRCode.toBuffer(text, { ...options, type: "png", width: PNG_WIDTH_PX }),
  ]);
  return { svg, png };
}
