import { lazy, useState } from "react";
import { DrawerColumns } from "../../shared/drawer/DrawerColumns.tsx";
import { nextPlay } from "../../shared/sound/playRequest.ts";
import type { PlayRequest } from "../../shared/sound/playRequest.ts";
import { ArchiveBar } from "./archive/ArchiveBar.tsx";
import { SelectionOfCalls } from "./archive/SelectionOfCalls.tsx";
import { useArchive } from "./archive/useArchive.ts";
import { CallList } from "./CallList.tsx";
import { CallsHead } from "./CallsHead.tsx";
import { rowIdOf } from "./call-history.model.ts";
import { useCalls } from "./useCalls.ts";

const CallDrawer = lazy(async () => ({ default: (await import("./drawer/CallDrawer.tsx")).CallDrawer }));

/** The ended calls, and next to them the open one. */
export function CallHistoryScreen() {
  const calls = useCalls();
  const archive = useArchive();
  const [open, setOpen] = useState<number | null>(null);
  const [play, setPlay] = useState<PlayRequest | null>(null);
  const close = () => setOpen(null);
  const drawer =
    open === null ? null : (
      <CallDrawer
        key={open}
        id={open}
        play={play?.id === open ? play.count : undefined}
        zone={calls.view.zone}
        onOpen={setOpen}
        onClose={close}
      />
    );
  const openAndPlay = (id: number) => {
    setPlay((before) => nextPlay(before, id));
    setOpen(id);
  };
  return (
    <DrawerColumns drawer={drawer} rowId={open === null ? null : rowIdOf(open)}>
      <CallsHead calls={calls} archive={archive} />
      <ArchiveBar archive={archive} />
      <SelectionOfCalls calls={calls} archive={archive} />
      <CallList calls={calls} openId={open} onOpen={setOpen} onPlay={openAndPlay} />
    </DrawerColumns>
  );
}
