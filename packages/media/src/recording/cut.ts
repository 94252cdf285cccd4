import { open } from "node:fs/promises";
import { endMsOf } from "./ogg-opus.ts";
import { closeOggPage, readOggPage } from "./ogg-page.ts";

/** Cuts a closed file off after `keepMs`; returns what is left, or undefined without a complete page up to there. */
export type CutRecording = (
  path: string,
  keepMs: number,
) => Promise<{ readonly bytes: number; readonly endMs: number } | undefined>;

/** Where a file ends when its audio ends at `keepMs`, and the page that is then its last one. */
export interface Cut {
  readonly at: number;
  readonly page: Uint8Array;
  readonly endMs: number;
}

/** RFC 7845 §3: two pages come before the audio. */
const HEADER_PAGES = 2;

/** Complete pages are kept, so that nothing is re-encoded: the cut is at the end of the page that contains `keepMs`. */
export function findCut(bytes: Uint8Array, keepMs: number): Cut | undefined {
  let pages = 0;
  for (let at = 0; at < bytes.length; pages += 1) {
    const page = readOggPage(bytes, at);
    if (page === undefined) return undefined;
    const endMs = endMsOf(page.granule);
    if (pages >= HEADER_PAGES && endMs >= keepMs)
      return { at, page: closeOggPage(bytes.subarray(at, at + page.length)), endMs };
    at += page.length;
  }
  return undefined;
}

export const cutRecordingFile: CutRecording = async (path, keepMs) => {
  const file = await open(path, "r+");
  try {
    const cut = findCut(await file.readFile(), keepMs);
    if (cut === undefined) return undefined;
    const bytes = cut.at + cut.page.length;
    // In this order, a kill in between leaves a playable file.
    await file.write(cut.page, 0, cut.page.length, cut.at);
    await file.truncate(bytes);
    return { bytes, endMs: cut.endMs };
  } finally {
    await file.close();
  }
};
