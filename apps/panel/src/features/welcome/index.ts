import { provide } from "../../shared/feature.ts";
import type { PanelFeature } from "../../shared/feature.ts";
import { whenSignedIn } from "../../shared/viewer.ts";
import { WELCOME } from "../../shared/welcome.ts";
import { createWelcome } from "./welcome.store.ts";
import { WelcomeLayer } from "./WelcomeLayer.tsx";

/** The tour of the first settings of the user's phone (docs/spec/welcome.md). */
export const welcome: PanelFeature = {
  Layer: WelcomeLayer,
  provides: [provide(WELCOME, createWelcome, (run, { signedIn }) => whenSignedIn(signedIn, run.start))],
  finder: { needs: ["softphone"], load: async () => (await import("./welcome.find.ts")).findWelcome },
};
