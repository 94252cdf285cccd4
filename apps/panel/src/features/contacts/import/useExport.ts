import { useState } from "react";
import { sayError } from "../../../shared/api/api.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords } from "../../../shared/words/useWords.ts";
import type { ContactView } from "../contacts.model.ts";

/** ADDRESS-35: what the list shows, as a CSV file. */
export function useExport(view: ContactView, search: string): { readonly busy: boolean; readonly run: () => void } {
  const words = useLocaleWords();
  const { download, saveFile, notices } = usePanel();
  const [busy, setBusy] = useState(false);
  const carryOut = async () => {
    setBusy(true);
    try {
      // Rarely used, so loaded on demand.
      const { exportAll } = await import("./import.api.ts");
      saveFile(await exportAll(download, view, search), "contacts.csv");
    } catch (error) {
      notices.error(words.say(sayError(error, "contacts.export")));
    } finally {
      setBusy(false);
    }
  };
  return { busy, run: () => void carryOut() };
}
