import { Dialog, IconLock, SelectField, Skeleton, StatePanel, Tabs } from "@callpanel/ui";
import type { VoicemailBox } from "@callpanel/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { answerOf } from "../../../shared/api/api.ts";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { usePanel } from "../../../shared/panel.ts";
import { LeaveDialog, PartQuestion } from "../../../shared/form/LeaveDialog.tsx";
import { createUnsaved, UnsavedContext, useUnsaved } from "../../../shared/form/unsaved.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { fullNameOf } from "../../../shared/viewer.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { boxesQuery } from "../voicemail.api.ts";
import { boxQuery } from "./box.api.ts";
import { boxMessages } from "./box.messages.ts";
import { BoxSettings } from "./BoxSettings.tsx";
import { Greetings } from "./Greetings.tsx";
import styles from "./BoxDialog.module.css";

const WIDTH_PX = 640;
const TABS = ["settings", "greetings"] as const;

/** VMU-29: the settings and greetings of a mailbox, over the voicemail page; with the right to it, also of others. */
export function BoxDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useWords(boxMessages);
  const { api, viewer } = usePanel();
  const [id, setId] = useState(viewer.user.id);
  const [unsaved] = useState(createUnsaved);
  const { data: boxes = [] } = useQuery(boxesQuery(api));
  const query = useQuery({ ...boxQuery(api, id), retry: false });
  return (
    <UnsavedContext value={unsaved}>
      <Dialog
        opened
        persistent="asks"
        onClose={() => unsaved.ask(onClose)}
        title={t("box.title")}
        closeLabel={t("box.close")}
        width={WIDTH_PX}
      >
        <div className={styles.dialog}>
          {boxes.length > 1 ? (
            <SelectField
              label={t("box.whose")}
              choices={boxes.map((box) => ({
                value: String(box.voicemail_box_id),
                label: `${fullNameOf({ firstName: box.first_name, lastName: box.last_name, username: box.username })} (${box.exten})`,
              }))}
              value={String(id)}
              onChange={(text) => unsaved.ask(() => setId(Number(text)))}
            />
          ) : null}
          {query.data !== undefined ? (
            <Box key={id} box={query.data} />
          ) : query.isError ? (
            <Refused error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <output className={styles.waiting} aria-label={t("box.loading")}>
              {Array.from({ length: 6 }, (_, at) => (
                <Skeleton key={at} height={44} />
              ))}
            </output>
          )}
        </div>
        <LeaveDialog unsaved={unsaved} />
      </Dialog>
    </UnsavedContext>
  );
}

function Box({ box }: { readonly box: VoicemailBox }) {
  const t = useWords(boxMessages);
  const [tab, setTab] = useState<(typeof TABS)[number]>("settings");
  const [newGreeting] = useState(createUnsaved);
  useUnsaved(useSnapshot(newGreeting).forms.size > 0);
  return (
    <Tabs
      label={t("box.tabs")}
      tabs={TABS.map((value) => ({ value, label: t(`box.tab.${value}`) }))}
      value={tab}
      onChange={(value) => newGreeting.ask(() => setTab(value))}
    >
      {/* The typed text stays while the other tab is open. */}
      <div hidden={tab !== "settings"}>
        <BoxSettings box={box} />
      </div>
      <UnsavedContext value={newGreeting}>
        {tab === "greetings" ? <Greetings box={box} /> : null}
        <PartQuestion unsaved={newGreeting} />
      </UnsavedContext>
    </Tabs>
  );
}

/** VMU-32: without the right to see the settings, shows the text from the catalogue. */
function Refused({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const words = useLocaleWords();
  const isForbidden = answerOf(error)?.status === 403;
  if (!isForbidden) return <LoadFailed error={error} fallback="vmail.box.load" onRetry={onRetry} />;
  return <StatePanel urgent icon={IconLock} title={words.error("vmail.box.forbidden")} />;
}
