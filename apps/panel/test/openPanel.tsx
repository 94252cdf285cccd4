import type { RuntimeConfig } from "@callpanel/contract";
import { preloadDialogs, preloadMenus } from "@callpanel/ui";
import { createMemoryHistory } from "@tanstack/react-router";
import { act, cleanup, configure, render } from "@testing-library/react";
import { App } from "../src/app/opening/App.tsx";
import { composePanel } from "../src/app/compose.ts";
import { FEATURES } from "../src/app/features.ts";
import { createPanelRouter } from "../src/app/router.tsx";
import type { PanelFeature } from "../src/shared/feature.ts";
import type { NextFrame } from "../src/shared/live/frames.ts";
import { loadNumberRules } from "../src/shared/phone/useNumberText.ts";
import { elementError } from "./elementError.ts";
import { TEST_CONFIG } from "./fakeServer.ts";
import type { FakeServer } from "./fakeServer.ts";

/** Pages are loaded lazily: the first test that opens one also waits for its code. */
configure({ asyncUtilTimeout: 30_000, getElementError: elementError });

export interface OpenOptions {
  readonly server: FakeServer;
  readonly path?: string;
  readonly config?: Partial<RuntimeConfig>;
  readonly supported?: boolean;
  readonly features?: readonly PanelFeature[];
  /** Begins with stored tokens. */
  readonly signedIn?: boolean;
  /** Frames by hand. */
  readonly nextFrame?: NextFrame;
}

/** The whole panel in jsdom with a fake server: everything except the network is real. */
export async function openPanel({
  server,
  path = "/",
  config = {},
  supported = true,
  features = FEATURES,
  signedIn = false,
  nextFrame,
}: OpenOptions) {
  preparePage(server);
  await Promise.all([preloadMenus(), preloadDialogs(), loadNumberRules()]);
  if (signedIn) await storeTokens(server);
  const composed = composePanel({ window, config: { ...TEST_CONFIG, ...config }, version: "0.0.0" });
  const panel = nextFrame ? { ...composed, nextFrame } : composed;
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createPanelRouter({ panel, loadFeatures: async () => features, supported, history });
  const view = await act(async () => render(<App panel={panel} router={router} />));
  return { panel, router, view, path: () => router.state.location.pathname, href: () => router.state.location.href };
}

export function closePanel(): void {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
}

/** jsdom has no layout: this replaces what the frame needs from the screen. */
export function preparePage(server: FakeServer): void {
  window.fetch = (url, init) => server.fetch(typeof url === "string" ? url : "", init ?? {});
  window.matchMedia = (media) => {
    const list = new EventTarget();
    return Object.assign(list, {
      matches: false,
      media,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    });
  };
  window.ResizeObserver = class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };
  window.scrollTo = () => {};
  // Nothing is loaded that a test does not request.
  Object.defineProperty(window.navigator, "connection", { value: { saveData: true }, configurable: true });
  window.Element.prototype.scrollIntoView = () => {};
}

async function storeTokens(server: FakeServer): Promise<void> {
  const body = JSON.stringify({ grant_type: "password", username: "alice", password: "secret" });
  const answer: unknown = await (await server.fetch("/api/oauth/token", { method: "POST", body })).json();
  if (typeof answer !== "object" || answer === null) throw new Error("no token");
  for (const [field, value] of Object.entries(answer)) localStorage.setItem(`auth_${field}`, String(value));
}
