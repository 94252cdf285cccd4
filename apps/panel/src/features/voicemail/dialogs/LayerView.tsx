import type { Voicemail } from "@callpanel/contract";
import { lazy } from "react";
import { ArchiveDialog, RestoreDialog } from "./ArchiveDialog.tsx";
import { Deletion } from "./Deletion.tsx";
import { MoveDialog } from "./MoveDialog.tsx";
import { TransferDialog } from "./TransferDialog.tsx";
import type { VoicemailLayer } from "../layers.ts";

const BoxDialog = lazy(async () => ({ default: (await import("../box/BoxDialog.tsx")).BoxDialog }));

export interface LayerViewProps {
  readonly layer: Exclude<VoicemailLayer, { kind: "none" }>;
  readonly onClose: () => void;
  /** Called after success: clears the selection. */
  readonly onDone: () => void;
  /** These are no longer there. */
  readonly onGone: (ids: ReadonlyArray<Voicemail["id"]>) => void;
}

/** The dialog that is open over the page. */
export function LayerView({ layer, onClose, onDone, onGone }: LayerViewProps) {
  switch (layer.kind) {
    case "delete":
      return <Deletion ids={layer.ids} onClose={onClose} onDone={() => (onGone(layer.ids), onDone())} />;
    case "move":
      return <MoveDialog ids={layer.ids} onClose={onClose} onDone={onDone} />;
    case "transfer":
      return <TransferDialog ids={layer.ids} onClose={onClose} onDone={onDone} />;
    case "archive":
      return <ArchiveDialog message={layer.message} onClose={onClose} onDone={onDone} />;
    case "restore":
      return <RestoreDialog message={layer.message} onClose={onClose} onDone={onDone} />;
    case "box":
      return <BoxDialog onClose={onClose} />;
  }
}
