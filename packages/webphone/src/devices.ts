/** The sound devices: which there are, which are chosen, and what happens when one comes or goes during a call. */
import type { PanelErrorCode, ErrorDetails } from "@callpanel/contract";
import { openMicrophone } from "./calls/microphone-access.ts";
import type { LiveCall } from "./calls/live-call.ts";
import type { DeviceList, Microphones } from "./ports/microphone.port.ts";
import type { Sound } from "./ports/sound.port.ts";
import type { ActionResult, DevicesSnapshot, KeyValueStore } from "./webphone.ts";

export type DeviceKind = "input" | "output" | "ring";

export interface Devices {
  snapshot(): DevicesSnapshot;
  /** Lists the devices and follows their coming and going until the returned stop. */
  start(): () => void;
  /** Lists them again, and plays on the chosen outputs that are there. */
  refresh(): Promise<void>;
  choose(kind: DeviceKind, deviceId: string): Promise<ActionResult>;
}

export interface DevicesDeps {
  readonly microphones: Microphones;
  readonly sound: Sound;
  readonly storage: KeyValueStore;
  readonly calls: () => readonly LiveCall[];
  readonly onChange: () => void;
  /** A call has another microphone. */
  readonly onSwapped: () => void;
  readonly onFailure: (code: PanelErrorCode, details: ErrorDetails) => void;
}

const DEFAULT_DEVICE = "";

export function createDevices(deps: DevicesDeps): Devices {
  const { microphones, sound, storage } = deps;
  let list: DeviceList = { inputs: [], outputs: [] };
  let chosen = {
    input: storage.get("input") ?? DEFAULT_DEVICE,
    output: storage.get("output") ?? DEFAULT_DEVICE,
    ring: storage.get("ring") ?? DEFAULT_DEVICE,
  };

  /** The chosen device while it is plugged in, else the default one. */
  const present = (kind: DeviceKind): string => {
    const known = kind === "input" ? list.inputs : list.outputs;
    return known.some(({ deviceId }) => deviceId === chosen[kind]) ? chosen[kind] : DEFAULT_DEVICE;
  };
  const route = async (kind: "output" | "ring", deviceId: string): Promise<void> =>
    kind === "output" ? sound.setOutput(deviceId) : sound.setRing(deviceId);

  /** Chosen outputs that are back are used again, vanished ones give way to the default. */
  const refresh = async (): Promise<void> => {
    list = await microphones.list();
    deps.onChange();
    await Promise.allSettled([route("output", present("output")), route("ring", present("ring"))]);
  };
  /** A device came or went: the same for the microphones of the calls. */
  const follow = async (): Promise<void> => {
    await refresh();
    const wanted = present("input");
    await Promise.all(deps.calls().map((live) => swapIfNeeded(live, wanted)));
  };
  const swapIfNeeded = async (live: LiveCall, wanted: string): Promise<void> => {
    const microphone = live.microphone();
    if (!microphone) return;
    const source = microphones.sourceOf(microphone);
    const fits = source !== undefined && (wanted === DEFAULT_DEVICE || source === wanted);
    if (fits) return;
    const result = await swap(live, wanted);
    if (!result.ok) deps.onFailure(result.code, result.details);
  };
  const swap = async (live: LiveCall, deviceId: string): Promise<ActionResult> => {
    const opened = await openMicrophone(microphones, deviceId);
    if (!opened.ok) return opened;
    try {
      await live.swapMicrophone(opened.stream);
      deps.onSwapped();
      return { ok: true };
    } catch {
      microphones.close(opened.stream);
      return { ok: false, code: "sipua.error.media", details: {} };
    }
  };
  const apply = async (kind: DeviceKind, deviceId: string): Promise<ActionResult> => {
    if (kind === "input") {
      const inUse = deps.calls().filter((live) => live.microphone());
      const results = await Promise.all(inUse.map((live) => swap(live, deviceId)));
      return results.find((result) => !result.ok) ?? { ok: true };
    }
    try {
      await route(kind, deviceId);
      return { ok: true };
    } catch {
      return { ok: false, code: "sipua.error.media", details: {} };
    }
  };

  return {
    snapshot: () => ({ ...list, chosen, canChooseOutput: sound.canChooseOutput }),
    start: () => {
      void follow();
      return microphones.onDeviceChange(() => void follow());
    },
    refresh,
    choose: async (kind, deviceId) => {
      const result = await apply(kind, deviceId);
      if (!result.ok) return result;
      chosen = { ...chosen, [kind]: deviceId };
      storage.set(kind, deviceId);
      deps.onChange();
      return result;
    },
  };
}
