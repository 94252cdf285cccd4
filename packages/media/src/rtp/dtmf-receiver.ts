import type { DtmfDigit } from "../media.port.ts";
import { parseTelephoneEvent } from "./telephone-event.ts";

/**
 * Converts packets of RFC 4733 events, which may be repeated, lost or reordered, into digits that are reported once
 * each.
 */
export interface DtmfReceiver {
  receive(packet: EventPacket): void;
  /** Call this regularly: reports a digit for which the end was lost. */
  settle(): void;
}

export interface EventPacket {
  readonly timestamp: number;
  readonly marker: boolean;
  readonly payload: Uint8Array;
  readonly clockRate: number;
}

export interface DtmfReceiverOptions {
  readonly now: () => number;
  readonly onDigit: (digit: DtmfDigit, durationMs: number) => void;
}

interface Press {
  readonly digit: DtmfDigit;
  readonly clockRate: number;
  readonly timestamp: number;
  /** Ticks of earlier segments of a long press (RFC 4733 §2.5.1.3). */
  readonly ticksBefore: number;
  readonly ticks: number;
  readonly lastAt: number;
  readonly reported: boolean;
}

const LOST_END_MS = 200; // ten packets without an end: all three ends are lost
const LONGEST_SEGMENT = 0xffff; // ticks, 1.4 s at 48 kHz

export function createDtmfReceiver({ now, onDigit }: DtmfReceiverOptions): DtmfReceiver {
  let press: Press | undefined;

  const report = (): void => {
    if (press === undefined || press.reported) return;
    press = { ...press, reported: true };
    onDigit(press.digit, Math.round(((press.ticksBefore + press.ticks) * 1000) / press.clockRate));
  };

  return {
    receive: ({ timestamp, marker, payload, clockRate }) => {
      const event = parseTelephoneEvent(payload);
      if (event === undefined) return;
      if (press !== undefined && press.timestamp !== timestamp) {
        if (signed32(timestamp - press.timestamp) < 0) return; // a late packet of an earlier press
        const continues = !marker && !press.reported && press.digit === event.digit && isNextSegment(press, timestamp);
        if (continues) press = { ...press, timestamp, ticksBefore: press.ticksBefore + LONGEST_SEGMENT, ticks: 0 };
        else report();
      }
      const known = press?.timestamp === timestamp ? press : undefined;
      press = {
        digit: known?.digit ?? event.digit,
        clockRate,
        timestamp,
        ticksBefore: known?.ticksBefore ?? 0,
        ticks: Math.max(known?.ticks ?? 0, event.duration),
        lastAt: now(),
        reported: known?.reported ?? false,
      };
      if (event.end) report();
    },
    settle: () => {
      if (press !== undefined && now() - press.lastAt >= LOST_END_MS) report();
    },
  };
}

function isNextSegment(press: Press, timestamp: number): boolean {
  return (press.timestamp + LONGEST_SEGMENT) >>> 0 === timestamp;
}

function signed32(difference: number): number {
  return difference | 0;
}
