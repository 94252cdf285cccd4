import type { HostWindow } from "../../../shared/hostWindow.ts";
import type { Panel } from "../../compose.ts";

/** Runs `join` with the page around the frame, if it may exchange messages with the panel. @returns a stop function */
export function withHost(panel: Pick<Panel, "loadHost">, join: (host: HostWindow) => () => void): () => void {
  let stopped = false;
  let leave = (): void => undefined;
  void panel.loadHost().then(
    (host) => {
      if (host !== null && !stopped) leave = join(host);
    },
    // Its code failed to load: the panel works without its host.
    () => undefined,
  );
  return () => {
    stopped = true;
    leave();
  };
}
