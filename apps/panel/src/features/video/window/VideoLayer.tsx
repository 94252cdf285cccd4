import { lazy, Suspense } from "react";
import { useService } from "../../../shared/panel.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { VIDEO_DESK } from "./video.desk.ts";

const VideoWindow = lazy(async () => ({ default: (await import("./VideoWindow.tsx")).VideoWindow }));

/** The meeting's window over every page; its code is loaded with the first meeting. */
export function VideoLayer() {
  const desk = useSnapshot(useService(VIDEO_DESK));
  if (desk.phase === "closed") return null;
  return (
    <Suspense fallback={null}>
      <VideoWindow desk={desk} />
    </Suspense>
  );
}
