import { checkDialable } from "@callpanel/contract";
import type { ClickToDialDestination, PanelErrorCode, FeatureCode } from "@callpanel/contract";

/** The effect of a click. `external`: another program gets a `sip:` link. */
export type Way = "external" | "show" | "dial" | "originate";

export type Decision =
  | { readonly ok: true; readonly way: Way; readonly number: string }
  | { readonly ok: false; readonly code: PanelErrorCode; readonly number: string };

export interface Click {
  /** `link`: anyone may have written the number; `button`: the panel shows it, and the person wants to call it. */
  readonly from: "link" | "button";
  /** The raw value: a number, or a `tel:` address. */
  readonly destination: string;
  readonly setting: ClickToDialDestination;
  /** The system-wide flag of /config.json. */
  readonly external: boolean;
  readonly hasSoftphone: boolean;
  readonly mayOriginate: boolean;
  readonly featureCodes: readonly FeatureCode[];
}

/** The longest text that is read at all, and shown when it is refused. */
const MOST_CHARS = 64;

/** CTD-1: the number of a link. Of a `tel:` address only the number counts, not its parameters (RFC 3966 §3). */
export function numberIn(destination: string): string {
  const text = destination.trim();
  if (!/^tel:/i.test(text)) return text;
  return text.slice("tel:".length).split(";", 1)[0] ?? "";
}

/** CTD-2 to CTD-5, CTD-9: what a click does. A link starts a call only if the person's setting says so, and never for a code. */
export function decide(click: Click): Decision {
  const typed = numberIn(click.destination);
  const check = checkDialable(typed, click.featureCodes);
  if (!check.ok) return { ok: false, code: check.code, number: typed.slice(0, MOST_CHARS) };
  const { number } = check;
  const way = click.from === "button" ? wayOfButton(click) : wayOf(click, /[*#]/.test(number));
  return isWay(way) ? { ok: true, way, number } : { ok: false, code: way, number };
}

function wayOf({ setting, external, hasSoftphone, mayOriginate }: Click, isCode: boolean): Way | PanelErrorCode {
  if (external) return isCode ? "ctd.code" : "external";
  if (setting === "callPanelDial") {
    if (!hasSoftphone) return "ctd.noSoftphone";
    return isCode ? "show" : "dial";
  }
  // A code could forward the user's calls to an expensive number: the user sees it before it is dialled.
  if (hasSoftphone && (isCode || setting === "softphoneShow")) return "show";
  if (!mayOriginate) return "request.forbidden";
  return isCode ? "ctd.code" : "originate";
}

function wayOfButton({ setting, external, hasSoftphone, mayOriginate }: Click): Way | PanelErrorCode {
  if (external) return "external";
  if (mayOriginate && (setting === "dialAfterOriginate" || !hasSoftphone)) return "originate";
  return hasSoftphone ? "dial" : "request.forbidden";
}

const isWay = (one: Way | PanelErrorCode): one is Way => ["external", "show", "dial", "originate"].includes(one);
