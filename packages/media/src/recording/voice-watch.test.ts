import { createPacketCodec, tonePcm, type ProbeCodec } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { AUDIO } from "../rtp/audio-packet.ts";
import { createVoiceWatch } from "./voice-watch.ts";

/** A party that sends this many packets of 20 ms with an amplitude; `level` is the level that its far end sends. */
function watching(codec: ProbeCodec) {
  const told: boolean[] = [];
  const watch = createVoiceWatch((talking) => told.push(talking));
  const voice = createPacketCodec(codec);
  let sequence = 0;
  return {
    told,
    close: () => {
      watch.close();
      voice.close();
    },
    say: (packets: number, amplitude: number, level?: number) => {
      for (let i = 0; i < packets; i += 1, sequence += 1) {
        const tone = { frequencyHz: 440, amplitude };
        const samples = voice.sampleRate / 50;
        const pcm = tonePcm(tone, { sampleRate: voice.sampleRate, samples, fromSample: sequence * samples });
        const packet = { origin: "1", ssrc: 1, content: AUDIO, codec, sequence, marker: false };
        const timestamp = sequence * voice.ticks;
        watch.take({ ...packet, timestamp, payload: voice.encode(pcm), ...(level === undefined ? {} : { level }) });
        watch.beat();
      }
    },
  };
}

test.each(["opus", "PCMU", "PCMA"] as const)("REC-12 speech and its end are detected from the audio of %s", (codec) => {
  const { say, told, close } = watching(codec);
  say(20, 0);
  expect(told).toEqual([]);
  say(10, 0.3);
  expect(told).toEqual([true]);
  say(35, 0);
  expect(told).toEqual([true, false]);
  close();
  expect(told).toEqual([true, false]);
});

test("REC-12 a level that the far end sends is used, and the end of the recording ends speech", () => {
  const { say, told, close } = watching("opus");
  say(10, 0.3, 127);
  expect(told).toEqual([]);
  say(10, 0, 20);
  expect(told).toEqual([true]);
  close();
  expect(told).toEqual([true, false]);
});
