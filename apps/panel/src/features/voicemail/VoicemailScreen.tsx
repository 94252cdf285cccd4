import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useState } from "react";
import { DrawerColumns } from "../../shared/drawer/DrawerColumns.tsx";
import { nextPlay } from "../../shared/sound/playRequest.ts";
import type { PlayRequest } from "../../shared/sound/playRequest.ts";
import { useSegment } from "../../shared/useSegment.ts";
import { BulkBar } from "./BulkBar.tsx";
import { LayerContext, NO_LAYER } from "./layers.ts";
import type { VoicemailLayer } from "./layers.ts";
import { useOpenKept } from "./useOpenKept.ts";
import { useVoicemails } from "./useVoicemails.ts";
import { addressOf, rowIdOf } from "./voicemail.model.ts";
import { VoicemailHead } from "./VoicemailHead.tsx";
import { VoicemailList } from "./VoicemailList.tsx";

const MessageDrawer = lazy(async () => ({ default: (await import("./drawer/MessageDrawer.tsx")).MessageDrawer }));
const LayerView = lazy(async () => ({ default: (await import("./dialogs/LayerView.tsx")).LayerView }));
const TranscriptsOffer = lazy(async () => ({
  default: (await import("./dialogs/TranscriptsOffer.tsx")).TranscriptsOffer,
}));

/** Voicemail: messages by folder, and next to them the open one (spec 1 §2, `/voicemails/:folder?/:id?`). */
export function VoicemailScreen() {
  const folder = useSegment("folder") ?? "all";
  const open = useSegment("id");
  const navigate = useNavigate();
  const voicemails = useOpenKept(useVoicemails(folder), open);
  const [layer, setLayer] = useState<VoicemailLayer>(NO_LAYER);
  const closeLayer = useCallback(() => setLayer(NO_LAYER), []);
  const [play, setPlay] = useState<PlayRequest | null>(null);
  const openAndPlay = (id: number) => {
    setPlay((before) => nextPlay(before, id));
    void navigate({ to: addressOf(folder, id) });
  };
  const playOpen = play !== null && String(play.id) === open ? play.count : undefined;
  const closeMessage = () => void navigate({ to: addressOf(folder) });
  return (
    <LayerContext value={setLayer}>
      <DrawerColumns
        rowId={open === null ? null : rowIdOf(open)}
        drawer={
          open === null ? null : <MessageDrawer key={open} segment={open} play={playOpen} onClose={closeMessage} />
        }
      >
        <VoicemailHead voicemails={voicemails} />
        <BulkBar voicemails={voicemails} />
        <VoicemailList voicemails={voicemails} openId={open} onPlay={openAndPlay} />
      </DrawerColumns>
      <Suspense fallback={null}>
        {layer.kind === "none" ? null : (
          <LayerView
            layer={layer}
            onClose={closeLayer}
            onDone={() => {
              voicemails.dispatch({ type: "unticked" });
              closeLayer();
            }}
            onGone={(ids) => {
              if (open !== null && ids.includes(Number(open))) void navigate({ to: addressOf(folder) });
            }}
          />
        )}
        <TranscriptsOffer />
      </Suspense>
    </LayerContext>
  );
}
