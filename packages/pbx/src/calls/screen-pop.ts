/** What a screen that opens for a call is told: X-Screen-Pop-Conf and X-Screen-Pop-Vars (spec 2 §7; rules CALL-57 to CALL-59). */
import { header, type HeaderField, type SipRequest } from "@callpanel/sip";
import { wellFormed } from "./caller-identity.ts";

/** Goes with a call from bridge to bridge. */
export interface ScreenPop {
  /** False: a name or a value that is not allowed, or too many. */
  set(name: string, value: string): boolean;
  /** For the next phone that is rung. */
  headers(): readonly HeaderField[];
}

export const VARIABLES_PER_CALL = 20;
/** Of one value, and of each header a caller wrote; a frame has room for 64 KiB. */
export const VALUE_LENGTH = 1_024;
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]+/g;

/** `request` is the caller's INVITE, whose own headers are carried on: shortened, and without control characters. */
export function createScreenPop(request?: SipRequest): ScreenPop {
  const conf = carried(request, "X-Screen-Pop-Conf");
  const given = carried(request, "X-Screen-Pop-Vars");
  const variables = new Map<string, string>();

  return {
    set: (name, value) => {
      if (!NAME.test(name) || value.length > VALUE_LENGTH || CONTROL.test(value)) return false;
      if (!variables.has(name) && variables.size >= VARIABLES_PER_CALL) return false;
      variables.set(name, value);
      return true;
    },
    headers: () => {
      const own = [...variables].map(([name, value]) => `${name}=${encodeURIComponent(wellFormed(value))}`);
      const vars = [...(given === "" ? [] : [given]), ...own].join("&");
      return [
        ...(conf === "" ? [] : [["X-Screen-Pop-Conf", conf] as const]),
        ...(vars === "" ? [] : [["X-Screen-Pop-Vars", vars] as const]),
      ];
    },
  };
}

function carried(request: SipRequest | undefined, name: string): string {
  const value = request === undefined ? undefined : header(request, name);
  return wellFormed((value ?? "").replace(CONTROLS, " ").slice(0, VALUE_LENGTH)).trim();
}
