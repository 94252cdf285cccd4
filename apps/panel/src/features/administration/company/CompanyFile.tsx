import { applyCompanyFile, COMPANY_FILE_CHARS, exportCompanyFile, previewCompanyFile } from "@callpanel/contract";
import type { FileChange } from "@callpanel/contract";
import { Button, Dialog, FileButton, IconDownload, IconUpload } from "@callpanel/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useChange } from "../../../shared/api/useChange.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { ADMINISTRATION_KEY } from "../administration.reload.ts";
import { auditMessages } from "../audit/audit.messages.ts";
import { useDifferences } from "../audit/useDifferences.ts";
import { Section } from "../parts/Section.tsx";
import { companyMessages } from "./company.messages.ts";
import page from "../parts/Page.module.css";
import styles from "./Company.module.css";

interface Preview {
  readonly text: string;
  readonly total: number;
  readonly data: readonly FileChange[];
}

/** COMPANY-30: the company as a file, out and in. */
export function CompanyFile() {
  const t = useWords(companyMessages);
  const { download, saveFile, notices } = usePanel();
  const client = useQueryClient();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [loading, setLoading] = useState(false);
  const { busy, run } = useChange(() => void client.invalidateQueries({ queryKey: ADMINISTRATION_KEY }));
  const save = async () => {
    setLoading(true);
    try {
      saveFile(await download(exportCompanyFile, {}), "company.yaml");
    } catch {
      notices.error(t("company.file.failed"));
    } finally {
      setLoading(false);
    }
  };
  const read = (file: File) =>
    run({
      fallback: "administration.load",
      change: async (api) => {
        const text = await file.text();
        if (text.length > COMPANY_FILE_CHARS) notices.error(t("company.file.tooLarge"));
        else setPreview({ text, ...(await api.call(previewCompanyFile, { body: { text } })) });
      },
      done: null,
    });
  return (
    <Section title={t("company.file")} hint={t("company.file.hint")}>
      <span className={styles.buttons}>
        <Button icon={IconDownload} busy={loading} onClick={() => void save()}>
          {t("company.file.download")}
        </Button>
        <FileButton icon={IconUpload} accept=".yaml,.yml,text/yaml" busy={busy} onFile={read}>
          {t("company.file.choose")}
        </FileButton>
      </span>
      {preview === null ? null : (
        <PreviewDialog
          preview={preview}
          busy={busy}
          onClose={() => setPreview(null)}
          onApply={() =>
            run({
              fallback: "administration.save",
              change: (api) => api.call(applyCompanyFile, { body: { text: preview.text } }),
              done: () => t("company.file.applied"),
              after: () => setPreview(null),
            })
          }
        />
      )}
    </Section>
  );
}

interface PreviewDialogProps {
  readonly preview: Preview;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onApply: () => void;
}

function PreviewDialog({ preview: { total, data }, busy, onClose, onApply }: PreviewDialogProps) {
  const t = useWords(companyMessages);
  const acts = useWords(auditMessages);
  const differences = useDifferences();
  return (
    <Dialog
      opened
      persistent="form"
      title={t("company.file.previewTitle", { total })}
      closeLabel={t("company.file.cancel")}
      onClose={onClose}
    >
      <div className={styles.preview}>
        {total === 0 ? <p>{t("company.file.same")}</p> : null}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled and read by keyboard */}
        <ul className={styles.changes} tabIndex={0}>
          {data.map(({ act, name, details }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the list does not change
            <li key={at}>
              <strong>{acts(`audit.act.${act}`)}</strong> <bdi>{name}</bdi>
              {differences(details).map((text) => (
                <span key={text} className={`${page.dim} ${styles.differences}`}>
                  {text}
                </span>
              ))}
            </li>
          ))}
        </ul>
        {total > data.length ? <p>{t("company.file.more", { count: total - data.length })}</p> : null}
        <div className={styles.ends}>
          <Button onClick={onClose}>{t("company.file.cancel")}</Button>
          <Button look="primary" busy={busy} disabled={total === 0} onClick={onApply}>
            {t("company.file.apply")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
