import { lazy, Suspense } from "react";
import { useSnapshot } from "../../shared/store.ts";
import type { Workplace } from "../workplace.ts";

const PictureDialog = lazy(async () => ({
  default: (await import("../../features/pictures/index.ts")).PictureDialog,
}));

/** The dialog of the person's own pictures, loaded on first use. */
export function PictureLayer({ workplace }: { readonly workplace: Workplace }) {
  const layer = useSnapshot(workplace.layer);
  const setPicture = (url: string | null) => {
    workplace.startUp.setPicture(url);
    // PICTURE-10: the own card is in the list.
    void workplace.queryClient.invalidateQueries({ queryKey: ["buddies"] });
  };
  if (layer !== "picture") return null;
  return (
    <Suspense fallback={null}>
      <PictureDialog onChange={setPicture} onClose={() => workplace.layer.dispatch("none")} />
    </Suspense>
  );
}
