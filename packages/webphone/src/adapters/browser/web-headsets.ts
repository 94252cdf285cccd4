/** Headsets by WebHID. */
import type { HeadsetDevice, Headsets } from "../../ports/headset.port.ts";
import type { Hid, HidDevice, HidReportEvent } from "./web-hid.ts";

const TELEPHONY_PAGE = 0x0b;
/** WebHID reports no permission that was given in another tab. */
const CHANNEL = "callpanel-headsets";

export function createWebHeadsets(hid: Hid, view: Window & typeof globalThis): Headsets {
  const wrapped = new WeakMap<HidDevice, HeadsetDevice>();
  const channel = new view.BroadcastChannel(CHANNEL);
  const wrap = (device: HidDevice): HeadsetDevice => {
    const known = wrapped.get(device) ?? headsetOf(device, () => channel.postMessage("changed"));
    wrapped.set(device, known);
    return known;
  };
  return {
    known: async () => (await hid.getDevices()).filter(isHeadset).map(wrap),
    async request() {
      // Closing the browser's list rejects in some versions, and returns nothing in others.
      const chosen = await hid.requestDevice({ filters: [{ usagePage: TELEPHONY_PAGE }] }).catch(() => []);
      if (chosen.length > 0) channel.postMessage("changed");
      return chosen.length > 0;
    },
    onChange(listener) {
      hid.addEventListener("connect", listener);
      hid.addEventListener("disconnect", listener);
      channel.addEventListener("message", listener);
      return () => {
        hid.removeEventListener("connect", listener);
        hid.removeEventListener("disconnect", listener);
        channel.removeEventListener("message", listener);
        channel.close();
      };
    },
  };
}

const isHeadset = ({ collections }: HidDevice): boolean =>
  collections.some(({ usagePage }) => usagePage === TELEPHONY_PAGE);

const headsetOf = (device: HidDevice, onForgotten: () => void): HeadsetDevice => ({
  name: device.productName,
  collections: device.collections,
  open: async () => {
    if (!device.opened) await device.open();
  },
  close: () => device.close(),
  forget: async () => {
    await device.forget?.();
    onForgotten();
  },
  send: (reportId, data) => device.sendReport(reportId, data),
  onReport(listener) {
    const hear = ({ reportId, data }: HidReportEvent) => listener(reportId, data);
    device.addEventListener("inputreport", hear);
    return () => device.removeEventListener("inputreport", hear);
  },
});
