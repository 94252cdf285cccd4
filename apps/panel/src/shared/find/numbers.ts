import type { PanelServices } from "../panel.ts";
import { CLICK_TO_DIAL } from "../phone/clickToDial.ts";
import { homeCountry } from "../phone/country.ts";

/** Numbers in results: how they are shown, and calling them; `call` is null for a person who may not call. */
export async function numbersOf(panel: PanelServices) {
  const { phoneText } = await import("../phone/phoneText.ts");
  const { flags, sip } = panel.viewer;
  const home = homeCountry(sip?.country);
  return {
    write: (number: string) => phoneText(number, home),
    call: flags.softphone || flags.ctdRead ? (number: string) => void CLICK_TO_DIAL.of(panel).call(number) : null,
  };
}
