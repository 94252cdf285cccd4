import { hostMessageSchema } from "@callpanel/contract";
import type { HostWindow } from "../../shared/hostWindow.ts";

/**
 * The parent of the frame by `postMessage`; null outside of a frame and if no origin may embed the panel. Messages from
 * other windows or origins, or of another shape, are ignored, and nothing is ever sent to `*` (EMBED-10, EMBED-11).
 */
export function createHostWindow(window: Window, origins: readonly string[]): HostWindow | null {
  const { parent } = window;
  if (parent === window || origins.length === 0) return null;
  let host = originOfParent(window, origins);
  return {
    send(message) {
      if (host !== null) parent.postMessage(message, host);
    },
    onMessage(listener) {
      const hear = (event: MessageEvent<unknown>) => {
        if (event.source !== parent || !origins.includes(event.origin)) return;
        const parsed = hostMessageSchema.safeParse(event.data);
        if (!parsed.success) return;
        host = event.origin;
        listener(parsed.data);
      };
      window.addEventListener("message", hear);
      return () => window.removeEventListener("message", hear);
    },
  };
}

/** Chromium and Safari name the parent; elsewhere its first message does. */
function originOfParent({ location }: Window, origins: readonly string[]): string | null {
  const named = "ancestorOrigins" in location ? location.ancestorOrigins[0] : undefined;
  return origins.find((one) => one === named) ?? null;
}
