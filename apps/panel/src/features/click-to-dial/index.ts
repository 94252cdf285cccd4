import type { ClickToDial } from "../../shared/phone/clickToDial.ts";
import { sayError } from "../../shared/api/api.ts";
import type { ClickToDialDeps } from "./dialling.ts";

export type { ClickToDialDeps } from "./dialling.ts";

/** The one service for clicks on numbers. Its code is loaded with the first click. */
export function createClickToDial(deps: ClickToDialDeps): ClickToDial {
  const click = async (from: "link" | "button", destination: string): Promise<void> => {
    try {
      const { startDialling } = await import("./dialling.ts");
      await startDialling(deps, { from, destination });
    } catch (error) {
      deps.notices.error(deps.words.get().say(sayError(error, "sipua.error.initiateCall")));
    }
  };
  return { dial: (destination) => click("link", destination), call: (number) => click("button", number) };
}
