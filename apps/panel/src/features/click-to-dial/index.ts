import { sayError } from "../../shared/api/api.ts";
import { provide } from "../../shared/feature.ts";
import type { FeaturePanel, PanelFeature } from "../../shared/feature.ts";
import { CLICK_TO_DIAL } from "../../shared/phone/clickToDial.ts";
import type { ClickToDial } from "../../shared/phone/clickToDial.ts";
import { whenSignedIn } from "../../shared/viewer.ts";

/** Clicks on numbers: their code is loaded with the first click. */
export const clickToDial: PanelFeature = {
  provides: [provide(CLICK_TO_DIAL, createClickToDial)],
  // CTD-8: only once, because some browsers ask each time; a page in a frame must not register itself.
  start: ({ embedded, signedIn, takeTelLinks }) =>
    whenSignedIn(signedIn, ({ flags }) => {
      if (embedded || !flags.ctdRead) return null;
      takeTelLinks();
      return () => undefined;
    }),
};

function createClickToDial(panel: FeaturePanel): ClickToDial {
  const { config, notices, signedIn, words } = panel;
  const click = async (from: "link" | "button", destination: string): Promise<void> => {
    const viewer = signedIn.get();
    if (viewer === null) return;
    try {
      const { startDialling } = await import("./dialling.ts");
      await startDialling({ ...panel, viewer, external: config.click_to_dial_external }, { from, destination });
    } catch (error) {
      notices.error(words.get().say(sayError(error, "sipua.error.initiateCall")));
    }
  };
  return { dial: (destination) => click("link", destination), call: (number) => click("button", number) };
}
