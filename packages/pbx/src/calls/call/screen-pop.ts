/**
 * The parameters of a web page that opens for a call: X-Screen-Pop-Conf and X-Screen-Pop-Vars (spec 2 §7; rules CALL-57
 * to CALL-59).
 */
import type { HeaderField } from "@callpanel/sip";
import type { PopPage } from "@callpanel/phone-port";
import { wellFormed } from "../../signalling/caller-identity.ts";

/** Follows a call from bridge to bridge. */
export interface ScreenPop {
  /** False: the name or the value is not allowed, or there are too many. */
  set(name: string, value: string): boolean;
  /** Header fields for the next phone that is rung. */
  headers(): readonly HeaderField[];
}

export const VARIABLES_PER_CALL = 20;
/** Maximum length of one value; a frame can have 64 KiB. */
export const VALUE_LENGTH = 1_024;
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * `page`: the setting of the direct number that was called. A caller cannot set it, so a colleague's phone cannot open
 * a page at the callee.
 */
export function createScreenPop(page?: PopPage): ScreenPop {
  const variables = new Map<string, string>();

  return {
    set: (name, value) => {
      if (!NAME.test(name) || value.length > VALUE_LENGTH || CONTROL.test(value)) return false;
      if (!variables.has(name) && variables.size >= VARIABLES_PER_CALL) return false;
      variables.set(name, value);
      return true;
    },
    headers: () => {
      const vars = [...variables].map(([name, value]) => `${name}=${encodeURIComponent(wellFormed(value))}`).join("&");
      return [
        ...(page === undefined ? [] : [["X-Screen-Pop-Conf", confOf(page)] as const]),
        ...(vars === "" ? [] : [["X-Screen-Pop-Vars", vars] as const]),
      ];
    },
  };
}

const confOf = ({ url, trigger }: PopPage): string =>
  `type=url&trigger=${trigger}&url=${encodeURIComponent(wellFormed(url))}`;
