import { isUtf8 } from "node:buffer";
import { yieldLoop } from "../concurrency/yield-loop.ts";

export type CsvEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** Bytes that are read before other work may run: ten milliseconds at most. */
const PIECE_BYTES = 16_384;
const SAMPLE_BYTES = 65_536;

/** IMPORT-3: the decoded text of a CSV file, in chunks, so that other work does not wait. Throws `unreadable` for a file that is no text. */
export function decodedCsv(
  bytes: Uint8Array,
  unreadable: () => Error,
): { readonly encoding: CsvEncoding; readonly text: AsyncIterable<string> } {
  const encoding = encodingOf(bytes);
  return {
    encoding,
    text: (async function* pieces() {
      const decoder = new TextDecoder(encoding, { fatal: true });
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
        const last = at + PIECE_BYTES >= bytes.length;
        const text = decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: !last });
        // Text has no zero characters; a picture or a spreadsheet's own format has.
        if (text.includes("\0")) throw unreadable();
        yield encoding === "windows-1252" ? withoutControls(text) : text;
        await yieldLoop();
      }
    })(),
  };
}

/** Windows-1252 at 0x80 to 0x9f; a space for undefined bytes. */
const WINDOWS_1252 = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

/** Node 20 reads Windows-1252 as Latin-1 (nodejs/node issue 56542), which gives control characters there. */
const withoutControls = (text: string): string =>
  text.replace(/[\u0080-\u009f]/g, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80] ?? control);

/** The first lines, by which the dialect is found. */
export function sampleOf(bytes: Uint8Array, encoding: CsvEncoding): string {
  const sample = new TextDecoder(encoding).decode(bytes.subarray(0, SAMPLE_BYTES), { stream: true });
  // The last line may be incomplete.
  return bytes.length <= SAMPLE_BYTES ? sample : sample.slice(0, Math.max(sample.lastIndexOf("\n"), 0) || undefined);
}

/** IMPORT-3: by the byte order mark; else zeros mean UTF-16; else UTF-8 if it is valid; else Windows-1252. */
function encodingOf(bytes: Uint8Array): CsvEncoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, 1_024);
  const zeros = (odd: 0 | 1) => sample.filter((byte, at) => byte === 0 && at % 2 === odd).length;
  if (zeros(1) > sample.length / 4 && zeros(0) === 0) return "utf-16le";
  if (zeros(0) > sample.length / 4 && zeros(1) === 0) return "utf-16be";
  return isUtf8(bytes) ? "utf-8" : "windows-1252";
}
