import type { RecordingArchive } from "@callpanel/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { sayError } from "../../../shared/api/api.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords } from "../../../shared/words/useWords.ts";
import type { ArchiveOrder } from "./archive.api.ts";
import { ARCHIVE_KEY, archiveFile, archiveQuery, removeArchive, startArchive } from "./archive.api.ts";

export interface Archive {
  /** Null if there is none, or until it is loaded. */
  readonly current: RecordingArchive | null;
  /** A request is running. */
  readonly busy: boolean;
  readonly start: (order: Omit<ArchiveOrder, "now">) => void;
  /** Cancels the archive, or removes its file. */
  readonly remove: () => void;
  readonly save: () => void;
}

/** CDR-49: the person's own archive of recordings, with its progress. */
export function useArchive(): Archive {
  const { api, download, saveFile, notices, clock } = usePanel();
  const words = useLocaleWords();
  const client = useQueryClient();
  const { data: current = null } = useQuery(archiveQuery(api));
  const [busy, setBusy] = useState(false);
  useLiveArchive();

  const ask = async (run: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    try {
      await run();
    } catch (error) {
      notices.error(words.say(sayError(error, "cdrs.archive")));
    } finally {
      setBusy(false);
      // Load the current state after success and after failure.
      void client.invalidateQueries({ queryKey: ARCHIVE_KEY });
    }
  };
  return {
    current,
    busy,
    start: (order) => void ask(() => startArchive(api, { ...order, now: clock.now() })),
    remove: () => {
      if (current !== null) void ask(() => removeArchive(api, current.id));
    },
    save: () => {
      if (current === null) return;
      const { id, created_at } = current;
      void ask(async () => saveFile(await archiveFile(download, id), `recordings ${created_at.slice(0, 10)}.zip`));
    },
  };
}

/** An event is newer than the response of any running request. */
function useLiveArchive(): void {
  const { events } = usePanel();
  const client = useQueryClient();
  useEffect(
    () =>
      events.listen((message) => {
        if (message.type !== "event" || message.event.action !== "ARCHIVE") return;
        const { archive } = message.event;
        // Cancel without a return to the former data.
        const given = client.cancelQueries({ queryKey: ARCHIVE_KEY }, { revert: false });
        void given.then(() => client.setQueryData(ARCHIVE_KEY, archive));
      }),
    [events, client],
  );
}
