import { FRAME_MS } from "../codec.ts";
import type { DtmfDigit } from "../media.port.ts";
import { telephoneEventPayload } from "./telephone-event.ts";

/** Sends digits one after the other as RFC 4733 events, one packet per beat; while it is busy, other audio must wait. */
export interface DtmfSender {
  readonly busy: boolean;
  queue(digit: DtmfDigit, durationMs: number): void;
  /** The packet of this 20 ms beat, if any; `press` is different for each digit. */
  beat(clockRate: number): { readonly press: number; readonly payload: Uint8Array } | undefined;
}

interface Press {
  readonly digit: DtmfDigit;
  readonly beats: number;
}

const LEAST_MS = 40; // ITU-T Q.24: what a receiver must recognise
const MOST_MS = 1360; // what fits into 16 bits at 48 kHz; longer presses would need segments (RFC 4733 §2.5.1.3)
const ENDS = 3; // RFC 4733 §2.5.1.4
const GAP_BEATS = 3; // 60 ms between digits; Q.24 asks for 40
const MOST_QUEUED = 64;

export function createDtmfSender(): DtmfSender {
  const waiting: Press[] = [];
  let press: Press | undefined;
  let beat = 0;
  let number = 0;

  return {
    get busy() {
      return press !== undefined || waiting.length > 0;
    },
    queue: (digit, durationMs) => {
      if (waiting.length === MOST_QUEUED) return;
      waiting.push({ digit, beats: Math.round(Math.max(LEAST_MS, Math.min(MOST_MS, durationMs)) / FRAME_MS) });
    },
    beat: (clockRate) => {
      if (press === undefined) {
        press = waiting.shift();
        if (press === undefined) return undefined;
        beat = 0;
        number += 1;
      }
      beat += 1;
      const { digit, beats } = press;
      if (beat >= beats + ENDS - 1 + GAP_BEATS) press = undefined;
      if (beat > beats + ENDS - 1) return undefined;
      const duration = (Math.min(beat, beats) * FRAME_MS * clockRate) / 1000;
      return { press: number, payload: telephoneEventPayload({ digit, end: beat >= beats, duration }) };
    },
  };
}
