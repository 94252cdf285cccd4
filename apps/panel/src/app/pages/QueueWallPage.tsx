import { useLocation } from "@tanstack/react-router";
import { WallScreen } from "../../features/queues/index.ts";
import { useComposedPanel } from "../panelContext.ts";

/** Figures of queues for a display on a wall; nobody is signed in there. */
export function QueueWallPage() {
  const { wire, clock } = useComposedPanel();
  const secret = useLocation({ select: ({ hash }) => hash });
  return <WallScreen key={secret} wire={wire} clock={clock} secret={secret} />;
}
