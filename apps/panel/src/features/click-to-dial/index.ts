import type { ClickToDial } from "../../shared/clickToDial.ts";
import { sayError } from "../../shared/api.ts";
import type { ClickToDialDeps } from "./carryOut.ts";

export type { ClickToDialDeps } from "./carryOut.ts";

/** The one service for clicks on numbers. Its code is loaded with the first click. */
export function createClickToDial(deps: ClickToDialDeps): ClickToDial {
  const click = async (from: "link" | "button", destination: string): Promise<void> => {
    try {
      const { carryOut } = await import("./carryOut.ts");
      await carryOut(deps, { from, destination });
    } catch (error) {
      deps.notices.error(deps.words.get().say(sayError(error, "sipua.error.initiateCall")));
    }
  };
  return { dial: (destination) => click("link", destination), call: (number) => click("button", number) };
}
