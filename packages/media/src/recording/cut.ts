import { open } from "node:fs/promises";
import { endMsOf } from "./ogg-opus.ts";
import { closeOggPage, readOggPage } from "./ogg-page.ts";

/** Cuts a closed file off after `keepMs`; answers what is left, or undefined where there is no whole page that far. */
export type CutRecording = (
  path: string,
  keepMs: number,
) => Promise<{ readonly bytes: number; readonly endMs: number } | undefined>;

/** Where a file ends when its sound ends at `keepMs`, and the page that is its last one then. */
export interface Cut {
  readonly at: number;
  readonly page: Uint8Array;
  readonly endMs: number;
}

/** RFC 7845 §3: two pages stand before the sound. */
const HEADER_PAGES = 2;

/** Whole pages are kept, so that nothing is encoded anew: the cut is at the end of the page that `keepMs` lies in. */
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
    // In this order a kill in between leaves a file that can be played.
    await file.write(cut.page, 0, cut.page.length, cut.at);
    await file.truncate(bytes);
    return { bytes, endMs: cut.endMs };
  } finally {
    await file.close();
  }
};
