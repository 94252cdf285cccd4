/** Where the buttons and lights of a headset are in its reports (HID Usage Tables 1.5: Telephony 0x0B, LED 0x08). */
import type { HeadsetDevice, Report, ReportItem } from "../ports/headset.port.ts";
import type { ButtonName, LightName, Lights } from "./headset.model.ts";

const TELEPHONY_PAGE = 0x0b;
const BUTTON_PAGE = 0x09;

const BUTTONS: ReadonlyMap<number, ButtonName> = new Map([
  [0x0b0020, "hook"],
  [0x0b0021, "flash"],
  [0x0b0023, "hold"],
  [0x0b0026, "drop"],
  [0x0b002f, "mute"],
]);
const PROGRAMMABLE_BUTTON = 0x0b0007;

const LIGHTS: ReadonlyMap<number, LightName> = new Map([
  [0x080009, "mute"],
  [0x080017, "offHook"],
  [0x080018, "ring"],
  [0x080020, "hold"],
]);

export interface Button {
  readonly name: ButtonName;
  readonly reportId: number;
  readonly bit: number;
  /** `level`: the report says its state; `pulse`: 1 is a press, 0 is its end. */
  readonly form: "level" | "pulse";
}

interface Light {
  readonly name: LightName;
  readonly bit: number;
}

interface LightReport {
  readonly reportId: number;
  readonly byteLength: number;
  readonly lights: readonly Light[];
}

export interface Layout {
  readonly buttons: readonly Button[];
  readonly lightReports: readonly LightReport[];
}

/** Undefined for a device without a hook switch and a mute button: a keyboard's volume wheel is no headset. */
export function readLayout({ collections }: Pick<HeadsetDevice, "collections">): Layout | undefined {
  const telephony = collections.filter(({ usagePage }) => usagePage === TELEPHONY_PAGE);
  const buttons = telephony.flatMap(({ inputReports = [] }) => inputReports.flatMap(buttonsOf));
  if (!buttons.some(({ name }) => name === "hook" || name === "mute")) return undefined;
  const lightReports = telephony.flatMap(({ outputReports = [] }) => outputReports.map(lightsOf));
  return { buttons, lightReports: lightReports.filter(({ lights }) => lights.length > 0) };
}

interface Field {
  readonly item: ReportItem;
  readonly bit: number;
  readonly usage: number;
}

/** Each value of one bit that has a usage of its own. */
function fieldsOf({ items = [] }: Report): { readonly fields: readonly Field[]; readonly bitLength: number } {
  const fields: Field[] = [];
  let bitLength = 0;
  for (const item of items) {
    const { reportSize = 0, reportCount = 0 } = item;
    const isOneBit = reportSize === 1 && item.isConstant !== true && item.isArray !== true;
    for (let at = 0; isOneBit && at < reportCount; at += 1) {
      const usage = usageOf(item, at);
      if (usage !== undefined) fields.push({ item, bit: bitLength + at, usage });
    }
    bitLength += reportSize * reportCount;
  }
  return { fields, bitLength };
}

/** A list that is too short goes on with its last usage (HID 1.11, 6.2.2.8). */
function usageOf({ isRange, usageMinimum = 0, usages = [] }: ReportItem, at: number): number | undefined {
  return isRange === true ? usageMinimum + at : (usages[at] ?? usages.at(-1));
}

function buttonsOf(report: Report): readonly Button[] {
  const { reportId = 0 } = report;
  return fieldsOf(report).fields.flatMap(({ item, bit, usage }): readonly Button[] => {
    const name = BUTTONS.get(usage) ?? (isProgrammable(usage) ? "reject" : undefined);
    if (name === undefined) return [];
    const isLevel = item.isAbsolute === true && item.hasPreferredState !== true;
    return [{ name, reportId, bit, form: isLevel ? "level" : "pulse" }];
  });
}

/** Jabra's and Gigaset's button to reject; its usage may be given by the page Button. */
const isProgrammable = (usage: number): boolean => usage === PROGRAMMABLE_BUTTON || usage >>> 16 === BUTTON_PAGE;

function lightsOf(report: Report): LightReport {
  const { fields, bitLength } = fieldsOf(report);
  const lights = fields.flatMap(({ bit, usage }): readonly Light[] => {
    const name = LIGHTS.get(usage);
    return name === undefined ? [] : [{ name, bit }];
  });
  return { reportId: report.reportId ?? 0, byteLength: Math.ceil(bitLength / 8), lights };
}

/** Whether the button's bit is set; bits are numbered from the lowest of the first byte. */
export function isSet({ bit }: Button, data: DataView): boolean {
  const at = Math.floor(bit / 8);
  return at < data.byteLength && ((data.getUint8(at) >> (bit % 8)) & 1) === 1;
}

export function writeLights({ byteLength, lights }: LightReport, shown: Lights): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(byteLength);
  for (const { name, bit } of lights) {
    const at = Math.floor(bit / 8);
    if (shown[name]) data[at] = (data[at] ?? 0) | (1 << (bit % 8));
  }
  return data;
}
