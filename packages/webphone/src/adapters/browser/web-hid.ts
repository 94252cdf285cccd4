/** WebHID (https://wicg.github.io/webhid/), as far as it is used. lib.dom does not declare it. */
import type { ReportCollection } from "../../ports/headset.port.ts";

export interface HidDevice {
  readonly productName: string;
  readonly opened: boolean;
  readonly collections: readonly ReportCollection[];
  open(): Promise<void>;
  close(): Promise<void>;
  forget?(): Promise<void>;
  sendReport(reportId: number, data: BufferSource): Promise<void>;
  addEventListener(type: "inputreport", listener: (event: HidReportEvent) => void): void;
  removeEventListener(type: "inputreport", listener: (event: HidReportEvent) => void): void;
}

export interface HidReportEvent {
  readonly reportId: number;
  readonly data: DataView;
}

export interface Hid extends EventTarget {
  getDevices(): Promise<HidDevice[]>;
  requestDevice(options: { readonly filters: ReadonlyArray<{ readonly usagePage: number }> }): Promise<HidDevice[]>;
}

declare global {
  interface Navigator {
    /** Undefined in Firefox, Safari and on insecure pages. */
    readonly hid?: Hid;
  }
}
