/** Speech that was heard: what an offline engine understands of it, and its samples for comparing. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SPEECH_RATE_HZ } from "@callpanel/testkit";

/** The words of a WebM file, as `keepHeard` makes it, in lower case. */
export const understood = (webm: Buffer): readonly string[] =>
  inFolder((folder) => {
    const wav = join(folder, "heard.wav");
    convert(keptIn(folder, webm), wav);
    const words = execFileSync("pocketsphinx_continuous", ["-infile", wav, "-logfn", "/dev/null"], {
      encoding: "utf8",
    });
    return words.split(/\s+/);
  });

/** The samples of a WebM file, for `likeness`. */
export const heardSamples = (webm: Buffer): Int16Array => inFolder((folder) => fileSamples(keptIn(folder, webm)));

/** The samples of a sound file, for `likeness`; nothing is written beside it. */
export function fileSamples(path: string): Int16Array {
  const raw = ["-ac", "1", "-ar", String(SPEECH_RATE_HZ), "-f", "s16le", "-"];
  const { buffer, byteOffset, byteLength } = execFileSync(
    "ffmpeg",
    ["-nostdin", "-loglevel", "error", "-i", path, ...raw],
    {
      maxBuffer: 2 ** 26,
    },
  );
  return new Int16Array(buffer.slice(byteOffset, byteOffset + byteLength));
}

function keptIn(folder: string, webm: Buffer): string {
  const kept = join(folder, "heard.webm");
  writeFileSync(kept, webm);
  return kept;
}

function convert(from: string, wav: string): void {
  const rate = String(SPEECH_RATE_HZ);
  execFileSync("ffmpeg", ["-nostdin", "-loglevel", "error", "-i", from, "-ac", "1", "-ar", rate, wav]);
}

function inFolder<Result>(work: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), "callpanel-heard-"));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
