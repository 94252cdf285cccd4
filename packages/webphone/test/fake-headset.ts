/** A scripted headset: its buttons and lights by name, the bits by its own descriptor. */
import { HEADSETS, readHidDescriptor } from "@callpanel/testkit/hid";
import type { HeadsetDevice, Headsets } from "../src/ports/headset.port.ts";

export const BITS = {
  "Jabra BIZ 2400 II": { report: 2, hook: 0, mute: 2, flash: 3, reject: 11 },
  "Poly Voyager Base CD": { report: 1, hook: 0, mute: 1, flash: 2, reject: 4 },
  "EPOS 00a2": { report: 2, hook: 2, mute: 5, flash: 3, drop: 6 },
  "Yealink b02b": { report: 2, hook: 0, mute: 2, flash: 3, reject: 6 },
} as const;
/** Report and bit of each light. */
const LIGHTS: Record<keyof typeof BITS, Record<string, readonly [report: number, bit: number]>> = {
  "Jabra BIZ 2400 II": { offHook: [2, 0], mute: [2, 1], ring: [2, 2], hold: [2, 3] },
  "Poly Voyager Base CD": { ring: [1, 0], mute: [3, 0], offHook: [4, 0], hold: [5, 0] },
  "EPOS 00a2": { offHook: [3, 1], ring: [3, 3], mute: [3, 4], hold: [3, 6] },
  "Yealink b02b": { offHook: [2, 0], mute: [2, 1], ring: [2, 2], hold: [2, 3] },
};

export type FakeName = keyof typeof BITS;

export interface FakeHeadset extends HeadsetDevice {
  /** Lights that are on, in alphabetical order. */
  lit(): string;
  opened(): boolean;
  readonly sent: ReadonlyArray<readonly [report: number, hex: string]>;
  /** The bits of the buttons from now on, in one report. */
  reports(...set: ReadonlyArray<"hook" | "mute" | "flash" | "drop" | "reject">): void;
  /** Down and up again; a hook switch that is on stays on. */
  presses(button: "mute" | "flash" | "drop" | "reject"): void;
  lifts(): void;
  hangsUp(): void;
}

export function createFakeHeadset(name: FakeName, options: { readonly isTaken?: boolean } = {}): FakeHeadset {
  const listeners = new Set<(reportId: number, data: DataView) => void>();
  const sent: Array<[number, string]> = [];
  const shown = new Map<number, Uint8Array>();
  const bits: Record<string, number> = BITS[name];
  let isOpen = false;
  let hook = false;
  const reports: FakeHeadset["reports"] = (...set) => {
    const data = new DataView(new ArrayBuffer(4));
    for (const button of set) {
      const bit = bits[button] ?? 0;
      data.setUint8(bit >> 3, data.getUint8(bit >> 3) | (1 << (bit & 7)));
    }
    for (const listener of listeners) listener(bits["report"] ?? 0, data);
  };
  const held = () => (hook ? (["hook"] as const) : []);
  return {
    name,
    collections: readHidDescriptor(HEADSETS[name]),
    open: () => {
      if (options.isTaken) return Promise.reject(new Error("NotAllowedError"));
      isOpen = true;
      return Promise.resolve();
    },
    close: () => ((isOpen = false), Promise.resolve()),
    forget: () => Promise.resolve(),
    send: (reportId, data) => {
      sent.push([reportId, Buffer.from(data).toString("hex")]);
      shown.set(reportId, data);
      return Promise.resolve();
    },
    onReport: (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
    lit: () =>
      Object.entries(LIGHTS[name])
        .filter(([, [report, bit]]) => (((shown.get(report)?.[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1)
        .map(([light]) => light)
        .toSorted()
        .join(" "),
    opened: () => isOpen,
    sent,
    reports,
    presses(button) {
      reports(button, ...held());
      reports(...held());
    },
    lifts: () => ((hook = true), reports("hook")),
    hangsUp: () => ((hook = false), reports()),
  };
}

/** What the browser knows; `plug` and `unplug` are reported. */
export interface FakeHeadsets extends Headsets {
  plug(device: HeadsetDevice): void;
  unplug(device: HeadsetDevice): void;
  /** What the person chooses next. */
  chooses: HeadsetDevice | undefined;
}

export function createFakeHeadsets(...allowed: HeadsetDevice[]): FakeHeadsets {
  const listeners = new Set<() => void>();
  let known = allowed;
  const set = (next: HeadsetDevice[]) => {
    known = next;
    for (const listener of listeners) listener();
  };
  const fake: FakeHeadsets = {
    known: () => Promise.resolve(known),
    request: () => {
      if (fake.chooses) known = [...known, fake.chooses];
      return Promise.resolve(fake.chooses !== undefined);
    },
    onChange: (listener: () => void) => (listeners.add(listener), () => void listeners.delete(listener)),
    plug: (device: HeadsetDevice) => set([...known, device]),
    unplug: (device: HeadsetDevice) => set(known.filter((one) => one !== device)),
    chooses: undefined,
  };
  return fake;
}
