/** A scripted headset in the browser: `navigator.hid` with one device, which is allowed from the first choice on. */
import type { Page } from "@playwright/test";
import { HEADSETS, type HidCollection, readHidDescriptor } from "@callpanel/testkit/hid";

declare global {
  interface Window {
    scriptedHeadset: { isOpen: boolean; lights: number; say: (bits: number) => void; asked: string };
  }
}

/** The buttons' bits of the Yealink's report 2. */
const BITS = { hook: 1, mute: 1 << 2, reject: 1 << 6 } as const;
const LIGHTS = ["offHook", "mute", "ring", "hold"];

export interface ScriptedHeadset {
  /** Lights that are on; `closed` while the page does not use it. */
  lit(): Promise<string>;
  /** The buttons that are down from now on. */
  holds(...buttons: ReadonlyArray<keyof typeof BITS>): Promise<void>;
}

/** For each page of the browser from its next load on. */
export async function plugHeadset(page: Page): Promise<void> {
  await page.context().addInitScript(script, readHidDescriptor(HEADSETS["Yealink b02b"]));
}

export function headsetOf(page: Page): ScriptedHeadset {
  return {
    lit: async () => {
      const { isOpen, lights } = await page.evaluate(() => window.scriptedHeadset);
      return isOpen ? LIGHTS.filter((_, bit) => ((lights >> bit) & 1) === 1).join(" ") : "closed";
    },
    holds: (...buttons) =>
      page.evaluate(
        (bits) => window.scriptedHeadset.say(bits),
        buttons.reduce((bits, button) => bits | BITS[button], 0),
      ),
  };
}

function script(collections: HidCollection[]): void {
  const ALLOWED = "scripted-headset";
  const state = { isOpen: false, lights: 0, asked: "", say: (_bits: number): void => undefined };
  class Device extends EventTarget {
    readonly productName = "Yealink WH66";
    readonly collections = collections;
    get opened() {
      return state.isOpen;
    }
    async open() {
      state.isOpen = true;
    }
    async close() {
      state.isOpen = false;
    }
    async forget() {
      localStorage.removeItem(ALLOWED);
    }
    async sendReport(reportId: number, data: Uint8Array) {
      if (reportId === 2) state.lights = data[0] ?? 0;
    }
  }
  const device = new Device();
  state.say = (bits) => {
    const event = new Event("inputreport");
    Object.assign(event, { reportId: 2, data: new DataView(new Uint8Array([bits, 0]).buffer) });
    if (state.isOpen) device.dispatchEvent(event);
  };
  const hid = Object.assign(new EventTarget(), {
    getDevices: async () => (localStorage.getItem(ALLOWED) === null ? [] : [device]),
    requestDevice: async (options: unknown) => {
      if (!navigator.userActivation.isActive) throw new DOMException("no click", "SecurityError");
      state.asked = JSON.stringify(options);
      localStorage.setItem(ALLOWED, "");
      return [device];
    },
  });
  window.scriptedHeadset = state;
  Object.defineProperty(navigator, "hid", { configurable: true, value: hid });
}
