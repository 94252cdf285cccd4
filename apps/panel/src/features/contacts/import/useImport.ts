import type { ContactImport } from "@callpanel/contract";
import { useEffect, useReducer, useState } from "react";
import { sayError } from "../../../shared/api/api.ts";
import { usePanel } from "../../../shared/panel.ts";
import type { ContactList } from "../contacts.lists.ts";
import { useReload } from "../useContactChange.ts";
import { cancelImport, checkRows, importNow, ownImport, readFile, startImport } from "./import.api.ts";
import type { ImportChoices } from "./import.api.ts";
import { NO_IMPORT, stepImport } from "./import.model.ts";
import type { ImportAction, ImportState } from "./import.model.ts";

/** Events report the progress; without them it is polled at this interval. */
const ASK_EVERY_MS = 2_000;

export interface ImportRun {
  readonly state: ImportState;
  readonly busy: boolean;
  readonly dispatch: (action: ImportAction) => void;
  readonly read: (file: File) => void;
  /** Checks the rows again with other choices. */
  readonly check: (choices: ImportChoices) => void;
  readonly start: () => void;
  readonly cancel: () => void;
  /** Forgets a file that is not being imported. */
  readonly forget: () => void;
}

/** An import from the file to the result; an unfinished import is loaded again. */
export function useImport(list: ContactList): ImportRun {
  const { api } = usePanel();
  const reload = useReload();
  const [state, dispatch] = useReducer(stepImport, NO_IMPORT);
  const [busy, setBusy] = useState(false);
  const { found } = state;

  const run = async (ask: () => Promise<ContactImport | null>) => {
    setBusy(true);
    try {
      const answer = await ask();
      if (answer) dispatch({ type: "told", found: answer });
    } catch (error) {
      dispatch({ type: "failed", error: sayError(error, "contacts.import") });
    } finally {
      setBusy(false);
    }
  };
  useResume(run, list);
  useProgress(found, dispatch, run);
  const isOver = found !== null && ["done", "cancelled", "failed"].includes(found.phase);
  useEffect(() => {
    if (isOver) reload();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it is over
  }, [isOver]);

  const withId = (ask: (id: string) => Promise<ContactImport>) => () => {
    if (found) void run(() => ask(found.id));
  };
  return {
    state,
    busy,
    dispatch,
    read: (file) => void run(() => readFile(api, file)),
    check: (choices) => withId((id) => checkRows(api, id, { is_personal: list === "personal", ...choices }))(),
    start: withId((id) => startImport(api, id)),
    cancel: withId((id) => cancelImport(api, id)),
    forget: () => {
      // A failure is ignored: the import may be removed already.
      if (found) cancelImport(api, found.id).catch(() => undefined);
      dispatch({ type: "startedOver" });
    },
  };
}

type Run = (ask: () => Promise<ContactImport | null>) => Promise<void>;

/**
 * ADDRESS-30: a running import continues without the dialog; opening the dialog again shows its progress. Rows that were
 * checked for the other list are checked again for this one, so that they are not written into the other.
 */
function useResume(run: Run, list: ContactList): void {
  const { api } = usePanel();
  useEffect(() => {
    void run(async () => {
      const own = await ownImport(api);
      const isPersonal = list === "personal";
      if (own?.phase !== "ready" || own.is_personal === isPersonal) return own;
      return checkRows(api, own.id, { is_personal: isPersonal });
    });
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it opens
  }, []);
}

function useProgress(found: ContactImport | null, dispatch: (action: ImportAction) => void, run: Run): void {
  const { api, events, clock } = usePanel();
  const id = found?.phase === "running" ? found.id : null;
  useEffect(() => {
    if (id === null) return undefined;
    const ask = () => void run(() => importNow(api, id));
    const stop = events.listen((message) => {
      if (message.type !== "event" || message.event.action !== "CONTACTIMPORT" || message.event.id !== id) return;
      if (message.event.phase === "running") dispatch({ type: "progressed", progress: message.event });
      else ask();
    });
    let cancel = () => {};
    const askAgain = () => {
      cancel = clock.setTimeout(() => {
        ask();
        askAgain();
      }, ASK_EVERY_MS);
    };
    askAgain();
    return () => {
      stop();
      cancel();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- for as long as this import runs
  }, [id]);
}
