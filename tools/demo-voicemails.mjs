/** Generates the speech of the demo company's messages (apps/server/demo/voicemails.json) again, each into the file that it names. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./setup.mjs";
import { speakSound } from "./spoken-sound.mjs";

const FOLDER = join(ROOT, "apps/server/demo");

const scratch = mkdtempSync(join(tmpdir(), "callpanel-voicemails-"));
try {
  const messages = JSON.parse(readFileSync(join(FOLDER, "voicemails.json"), "utf8"));
  for (const { file, voice, text } of messages) speakSound({ text, voice, target: join(FOLDER, file), scratch });
  process.stdout.write(`${messages.length} messages spoken\n`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
