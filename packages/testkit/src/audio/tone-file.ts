import { createOggOpus, createOpusCoder, parseOpusPacket } from "@callpanel/media";
import { tonePcm, type Tone } from "./tone.ts";

const RATE = 48_000;
const FRAME = 960; // samples in 20 ms

/** The bytes of a sound file as the phone system plays it: one tone. */
export function toneFile(tone: Tone, seconds: number): Uint8Array {
  const coder = createOpusCoder(RATE);
  const ogg = createOggOpus({ serial: 1, streams: 1 });
  const pages = [ogg.head()];
  for (let frame = 0; frame < seconds * 50; frame += 1) {
    const pcm = tonePcm(tone, { sampleRate: RATE, samples: FRAME, fromSample: frame * FRAME });
    const packet = parseOpusPacket(Uint8Array.from(coder.encode(pcm)));
    const page = packet && ogg.add([packet]);
    if (page !== undefined) pages.push(page.bytes);
  }
  coder.close();
  pages.push(ogg.end(seconds * 1000).bytes);
  return Buffer.concat(pages);
}
