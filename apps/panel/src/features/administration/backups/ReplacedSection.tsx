import { mayManageAll } from "@callpanel/contract";
import type { BackupState } from "@callpanel/contract";
import { Button, ConfirmDialog, IconTrash } from "@callpanel/ui";
import { useState } from "react";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { FactRow, FactRows } from "../parts/FactRows.tsx";
import { Section } from "../parts/Section.tsx";
import { sizeText } from "../parts/sizeText.ts";
import { useTimeText } from "../parts/useTimeText.ts";
import { backupChanges } from "./backups.api.ts";
import { backupsMessages } from "./backups.messages.ts";
import { useBackupChange } from "./useBackupChange.ts";

/** BACKUP-19: data that restores replaced; without any, nothing. */
export function ReplacedSection({ replaced }: Pick<BackupState, "replaced">) {
  const t = useWords(backupsMessages);
  const { locale } = useLocaleWords();
  const { viewer } = usePanel();
  const time = useTimeText();
  const { busy, run } = useBackupChange();
  const [asked, setAsked] = useState<BackupState["replaced"][number]>();
  if (replaced.length === 0) return null;
  return (
    <Section title={t("backup.replaced")} hint={t("backup.replacedText")}>
      <FactRows label={t("backup.replaced")}>
        {replaced.map((one) => (
          <FactRow key={one.name} name={time(one.at)} about={[sizeText(locale, one.bytes)]}>
            {mayManageAll(viewer.rights) ? (
              <Button
                icon={IconTrash}
                aria-label={t("backup.deleteNamed", { at: time(one.at) })}
                busy={busy}
                onClick={() => setAsked(one)}
              >
                {t("backup.delete")}
              </Button>
            ) : null}
          </FactRow>
        ))}
      </FactRows>
      <ConfirmDialog
        opened={asked !== undefined}
        danger
        onClose={() => setAsked(undefined)}
        title={t("backup.deleteTitle", { at: asked === undefined ? "" : time(asked.at) })}
        closeLabel={t("backup.close")}
        text={t("backup.deleteText", { size: sizeText(locale, asked?.bytes ?? 0) })}
        cancelLabel={t("backup.cancel")}
        confirmLabel={t("backup.delete")}
        onConfirm={() => {
          setAsked(undefined);
          if (asked !== undefined)
            run({
              fallback: "administration.save",
              change: (api) => backupChanges.removeReplaced(api, asked.name),
              done: () => t("backup.deleted"),
            });
        }}
      />
    </Section>
  );
}
