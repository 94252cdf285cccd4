/** A gateway to the outside: a test phone with the account of a trunk, with sound in both directions for each call. */
import { randomUUID } from "node:crypto";
import { amplitudeAt, dominantTone, likeness, SPEECH_RATE_HZ, type PhoneCall } from "@callpanel/testkit";
import { expect } from "@playwright/test";
import type { Company, Voice } from "../company/people.ts";
import { fileSamples } from "../media/speech.ts";
import { openTelephone } from "./telephone.ts";

export interface Gateway {
  /** An outside person calls a direct number. */
  call(number: string, from: { readonly number: string; readonly name: string }): PhoneCall;
  /** The next call to an outside person. */
  incoming(): Promise<PhoneCall>;
  /** The outside person sends a tone, once their media is connected. */
  speak(call: PhoneCall, frequencyHz: number): Promise<void>;
  /** Waits until they hear a frequency. */
  expectHears(call: PhoneCall, frequencyHz: number): Promise<void>;
  /** Waits until they hear each of the first voices, and none of the second. */
  expectHearsVoices(call: PhoneCall, heard: readonly Voice[], notHeard: readonly Voice[]): Promise<void>;
  /** Waits until they have heard what the phone system says in English: `goodbye`. */
  expectHearsWords(call: PhoneCall, key: string): Promise<void>;
  press(call: PhoneCall, keys: string): Promise<void>;
  stop(): Promise<void>;
}

const NEAR_HZ = 10;
/** Of full scale: a voice of a mix has a tenth and more. */
const AUDIBLE = 0.02;
const PROMPTS = new URL("../../../packages/pbx/prompts/en/", import.meta.url);
/** Another sentence in the same voice is far below this. */
const SAME_WORDS = 0.85;

/** The mean of neighbouring samples: aliases are far above speech. */
function atSpeechRate({ pcm, sampleRate }: { readonly pcm: Int16Array; readonly sampleRate: number }): Int16Array {
  const fold = sampleRate / SPEECH_RATE_HZ;
  return Int16Array.from({ length: Math.floor(pcm.length / fold) }, (_, at) => {
    const group = pcm.subarray(at * fold, (at + 1) * fold);
    return Math.round(group.reduce((sum, one) => sum + one, 0) / fold);
  });
}

/** Makes the trunk by the command line, and registers as it. */
export async function openGateway(company: Company, name = "gateway"): Promise<Gateway> {
  const password = randomUUID();
  await company.administer("trunks", "add", name, "--password", password);
  const { phone, peerOf, stop } = await openTelephone(company.server.address, { username: name, password });
  return {
    call: (number, from) => phone.call(number, { fromNumber: from.number, displayName: from.name }),
    incoming: () => phone.incoming(),
    speak: async (call, frequencyHz) => {
      await peerOf(call).connected();
      peerOf(call).sendTone({ frequencyHz, amplitude: 0.4 });
    },
    expectHears: (call, frequencyHz) =>
      expect
        .poll(
          () => {
            const { pcm, sampleRate } = peerOf(call).heard();
            const { length } = peerOf(call).packets;
            peerOf(call).forget();
            const heardHz = pcm.length < sampleRate / 5 ? 0 : dominantTone(pcm, sampleRate).frequencyHz;
            if (Math.abs(heardHz - frequencyHz) < NEAR_HZ) return "the tone";
            return `${Math.round(heardHz)} Hz in ${length} packets of a call that is ${call.state}`;
          },
          { message: `the outside person hears ${frequencyHz} Hz`, intervals: [1_000] },
        )
        .toBe("the tone"),
    expectHearsVoices: (call, heard, notHeard) =>
      expect
        .poll(
          () => {
            const { pcm, sampleRate } = peerOf(call).heard();
            peerOf(call).forget();
            return [...heard, ...notHeard]
              .filter(({ voiceHz }) => pcm.length > 0 && amplitudeAt(pcm, sampleRate, voiceHz) > AUDIBLE)
              .map(({ username }) => username)
              .join(" ");
          },
          { message: "whom the outside person hears", intervals: [1_000] },
        )
        .toBe(heard.map(({ username }) => username).join(" ")),
    expectHearsWords: async (call, key) => {
      const said = fileSamples(new URL(`${key}.opus`, PROMPTS).pathname);
      await expect
        .poll(() => likeness(said, atSpeechRate(peerOf(call).heard())), {
          message: `the outside person hears ${key}`,
          intervals: [1_000],
        })
        .toBeGreaterThan(SAME_WORDS);
    },
    press: async (call, keys) => {
      for (const key of keys) {
        const body = `Signal=${key}\r\nDuration=100\r\n`;
        const { status } = await call.request("INFO", { headers: [["Content-Type", "application/dtmf-relay"]], body });
        expect(status).toBe(200);
      }
    },
    stop,
  };
}
