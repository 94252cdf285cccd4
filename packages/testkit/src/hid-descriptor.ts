/** Reads a HID report descriptor (HID 1.11, 6.2.2) into what a browser says of a device by WebHID. */

export interface HidItem {
  isConstant: boolean;
  isAbsolute: boolean;
  isArray: boolean;
  isRange: boolean;
  hasPreferredState: boolean;
  usages: number[];
  usageMinimum: number;
  reportSize: number;
  reportCount: number;
}
export interface HidReport {
  reportId: number;
  items: HidItem[];
}
export interface HidCollection {
  usagePage: number;
  usage: number;
  inputReports: HidReport[];
  outputReports: HidReport[];
  children: HidCollection[];
}

const INPUT = 0x80;
const OUTPUT = 0x90;

/** The collections of the top level; as in browsers, each has the items of those within it too. */
export function readHidDescriptor(hex: string): HidCollection[] {
  const bytes = Buffer.from(hex, "hex");
  const top: HidCollection[] = [];
  const open: HidCollection[] = [];
  const global = { page: 0, size: 0, count: 0, reportId: 0 };
  let local: { usages: number[]; minimum: number | undefined } = { usages: [], minimum: undefined };

  const main = (tag: number, value: number) => {
    if (tag === 0xa0) {
      const usage = local.usages[0] ?? 0;
      const made = {
        usagePage: usage >>> 16,
        usage: usage & 0xffff,
        inputReports: [],
        outputReports: [],
        children: [],
      };
      (open.at(-1)?.children ?? top).push(made);
      open.push(made);
    } else if (tag === 0xc0) open.pop();
    else if (tag === INPUT || tag === OUTPUT) {
      for (const collection of open) {
        const reports = tag === INPUT ? collection.inputReports : collection.outputReports;
        const known = reports.find(({ reportId }) => reportId === global.reportId);
        const report = known ?? { reportId: global.reportId, items: [] };
        if (!known) reports.push(report);
        report.items.push({
          isConstant: (value & 1) !== 0,
          isArray: (value & 2) === 0,
          isAbsolute: (value & 4) === 0,
          hasPreferredState: (value & 0x20) === 0,
          isRange: local.minimum !== undefined,
          usages: local.usages,
          usageMinimum: local.minimum ?? 0,
          reportSize: global.size,
          reportCount: global.count,
        });
      }
    }
    local = { usages: [], minimum: undefined };
  };
  for (let at = 0; at < bytes.length;) {
    const prefix = bytes[at] ?? 0;
    const size = [0, 1, 2, 4][prefix & 3] ?? 0;
    const value = size === 0 ? 0 : bytes.readUIntLE(at + 1, size);
    const usage = size === 4 ? value : global.page * 0x1_0000 + value;
    const tag = prefix & 0xfc;
    if ((tag & 0x0c) === 0) main(tag, value);
    else if (tag === 0x04) global.page = value;
    else if (tag === 0x74) global.size = value;
    else if (tag === 0x94) global.count = value;
    else if (tag === 0x84) global.reportId = value;
    else if (tag === 0x08) local.usages.push(usage);
    else if (tag === 0x18) local.minimum = usage;
    at += 1 + size;
  }
  return top;
}

/** Report descriptors as these devices send them: the parts for telephony and for volume keys. */
export const HEADSETS = {
  /** 0b0e:2453: one report for all buttons, one for all lights. */
  "Jabra BIZ 2400 II":
    "050b0905a1018502050b1500250109200997750195028122092f09210924097009507501950581060906a10219b029bb1500250c750495018140c0090715002501050975019501810275019504810105081500250109170909091809200921750195059122050b15002501099e7501950191227501950a9101c0050c0901a1018501050c1500250109ea09e909e27501950381027501950d8101c0",
  /** 047f:02ec: a report for each light. */
  "Poly Voyager Base CD":
    "050c0901a101851f09e209e909ea09b009b109b309b409b509b609b709cd150025017501950b8102750595018101c0050b0905a1018501150025017501950109208122092f8106092181020924810609070509090181067503810185010508091875019122750791018502091e7501912275079101850309097501912275079101850409177501912275079101850509207501912275079101c0",
  /** 1395:00a2: the keys for volume are the first bits of the same report. */
  "EPOS 00a2":
    "050b0905a1018502750115002501050c09ea09e995028102050b092095018122050b09210924092f09269504810609070509090175019501814085037501050b099e9501912205080917092109180909092a09209506912295019101c0050c0901a1018501750115002501050c09ea09e99502810695068101c0",
  /** 6993:b02b. */
  "Yealink b02b":
    "050b0905a1018502050b1500250109200997750195028122092f09210924095075019504810609070509750195018102050b0906a10219b029bb1500250b750495018100c075019505810105081500250109170909091809200921750195059122050b15002501099e7501950191227501950a9101c0050c0901a1018501050c1500250109e909ea7501950281027501950681030900750895068102c0",
  /** 046d:0ac4: a gaming headset with volume keys alone. */
  "Logitech G535":
    "050c0901a101850109e909ea7501950215002501810275069501810375188103c00643ff0a0202a10185119513750826ff000902810009029100c0",
} as const;
