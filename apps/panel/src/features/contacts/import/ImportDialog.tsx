import { Dialog } from "@callpanel/ui";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import type { ContactList } from "../contacts.lists.ts";
import { contactImportMessages } from "./contactImport.messages.ts";
import { ColumnsStep } from "./ColumnsStep.tsx";
import { FileStep } from "./FileStep.tsx";
import { listOf, viewOf } from "./import.model.ts";
import type { ImportView } from "./import.model.ts";
import { PreviewStep } from "./PreviewStep.tsx";
import { ResultStep } from "./ResultStep.tsx";
import { RunningStep } from "./RunningStep.tsx";
import { useImport } from "./useImport.ts";
import styles from "./ImportDialog.module.css";

const WIDTH_PX = 760;
const STEPS = ["file", "columns", "preview", "result"] as const;

export interface ImportDialogProps {
  readonly list: ContactList;
  readonly onClose: () => void;
}

/** Contacts from a CSV file: which column is what, what would be written, and only then the writing. */
export function ImportDialog({ list, onClose }: ImportDialogProps) {
  const t = useWords(contactImportMessages);
  const words = useLocaleWords();
  const run = useImport(list);
  const { state } = run;
  const view = viewOf(state);
  // A result is seen once: the next import starts with its file.
  const close = view === "result" ? () => (run.forget(), onClose()) : onClose;
  return (
    <Dialog
      opened
      // Nothing is lost: the import is loaded again when the dialog opens.
      persistent={view !== "file" && view !== "result"}
      onClose={close}
      title={t(`contactImport.${listOf(state, list)}`)}
      closeLabel={t("contactImport.close")}
      width={WIDTH_PX}
    >
      <Steps view={view} />
      {state.error ? (
        <p className={styles.error} role="alert">
          {words.say(state.error)}
        </p>
      ) : null}
      <Step run={run} view={view} onClose={close} />
    </Dialog>
  );
}

function Steps({ view }: { readonly view: ImportView }) {
  const t = useWords(contactImportMessages);
  const at = view === "running" ? "result" : view;
  return (
    <ol className={styles.steps} aria-label={t("contactImport.steps")}>
      {STEPS.map((step) => (
        <li key={step} aria-current={step === at ? "step" : undefined}>
          {t(`contactImport.step.${step}`)}
        </li>
      ))}
    </ol>
  );
}

interface StepProps {
  readonly run: ReturnType<typeof useImport>;
  readonly view: ImportView;
  readonly onClose: () => void;
}

function Step({ run, view, onClose }: StepProps) {
  const { found } = run.state;
  if (found === null || view === "file") return <FileStep run={run} />;
  switch (view) {
    case "columns":
      return <ColumnsStep run={run} found={found} />;
    case "preview":
      return <PreviewStep run={run} found={found} />;
    case "running":
      return <RunningStep run={run} found={found} />;
    case "result":
      return <ResultStep run={run} found={found} onClose={onClose} />;
  }
}
