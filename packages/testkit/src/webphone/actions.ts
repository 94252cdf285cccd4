/** The record of what is asked of a fake phone, with the refusals that a test has scripted. */
import type { ErrorDetails, PanelErrorCode } from "@callpanel/contract";
import type { ActionResult, Webphone } from "@callpanel/webphone";

export type Actions = ReturnType<typeof createActions>;

export const OK: ActionResult = { ok: true };
export const refused = (code: PanelErrorCode, details: ErrorDetails = {}): ActionResult => ({
  ok: false,
  code,
  details,
});

export function createActions() {
  const asked: string[] = [];
  const refusals = new Map<string, { code: PanelErrorCode; details: ErrorDetails }>();
  return {
    asked,
    /** Records the action and gives its scripted refusal, if any. */
    ask: (action: keyof Webphone, ...args: readonly (string | number)[]): ActionResult => {
      asked.push([action, ...args].join(" "));
      const refusal = refusals.get(action);
      refusals.delete(action);
      return refusal ? { ok: false, ...refusal } : OK;
    },
    refuseNext: (action: keyof Webphone, code: PanelErrorCode, details: ErrorDetails = {}): void =>
      void refusals.set(action, { code, details }),
  };
}
