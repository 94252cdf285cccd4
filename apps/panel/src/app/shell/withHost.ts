import type { HostWindow } from "../../shared/hostWindow.ts";
import type { Panel } from "../compose.ts";

/** Runs `join` with the page around the frame, where there is one that may talk to the panel. @returns how to stop */
export function withHost(panel: Pick<Panel, "loadHost">, join: (host: HostWindow) => () => void): () => void {
  let stopped = false;
  let leave = (): void => undefined;
  void panel.loadHost().then(
    (host) => {
      if (host !== null && !stopped) leave = join(host);
    },
    // Its code could not be had: the panel works without its host.
    () => undefined,
  );
  return () => {
    stopped = true;
    leave();
  };
}
