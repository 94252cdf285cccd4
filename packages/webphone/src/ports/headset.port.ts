/** Headsets with buttons and lights (USB HID, usage page Telephony), as WebHID describes them. */

/** One field of a report: `reportCount` values of `reportSize` bits, in the order of the report. */
export interface ReportItem {
  readonly isConstant?: boolean;
  readonly isAbsolute?: boolean;
  readonly isArray?: boolean;
  readonly isRange?: boolean;
  /** It returns to its preferred state by itself, as a push button does (HID 1.11, 6.2.2.5). */
  readonly hasPreferredState?: boolean;
  /** Usage page in the upper 16 bits, usage in the lower. */
  readonly usages?: readonly number[];
  readonly usageMinimum?: number;
  readonly reportSize?: number;
  readonly reportCount?: number;
}

export interface Report {
  readonly reportId?: number;
  readonly items?: readonly ReportItem[];
}

export interface ReportCollection {
  readonly usagePage?: number;
  readonly inputReports?: readonly Report[];
  readonly outputReports?: readonly Report[];
}

export interface HeadsetDevice {
  readonly name: string;
  readonly collections: readonly ReportCollection[];
  /** Rejects when the system or another program keeps it. */
  open(): Promise<void>;
  close(): Promise<void>;
  /** The page may not use it any more. */
  forget(): Promise<void>;
  send(reportId: number, data: Uint8Array<ArrayBuffer>): Promise<void>;
  /** @returns a stop function */
  onReport(listener: (reportId: number, data: DataView) => void): () => void;
}

export interface Headsets {
  /** Those that the person has allowed and that are connected; the same object for the same device. */
  known(): Promise<readonly HeadsetDevice[]>;
  /** Lets the person choose one; to be called from a click. False: they chose nothing. */
  request(): Promise<boolean>;
  /** One was allowed (in any tab), plugged in or unplugged. @returns a stop function */
  onChange(listener: () => void): () => void;
}
