import { changeVoicemailBox } from "@callpanel/contract";
import { Button, Dialog } from "@callpanel/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { sayError } from "../../../shared/api/api.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { boxQuery } from "../box/box.api.ts";
import { BOX_KEY } from "../voicemail.reload.ts";
import { mayAsk, putOff } from "../listPreferences.store.ts";
import { voicemailMessages } from "../voicemail.messages.ts";
import styles from "./FormDialog.module.css";

/** VMU-25: asks a person with transcripts off: Enable, Later (the next day), Never. */
export function TranscriptsOffer() {
  const t = useWords(voicemailMessages);
  const words = useLocaleWords();
  const { api, clock, storage, viewer, notices } = usePanel();
  const client = useQueryClient();
  const { id } = viewer.user;
  const [asks, setAsks] = useState(() => mayAsk(storage, id, clock.now()));
  const [busy, setBusy] = useState(false);
  const { data: box } = useQuery({ ...boxQuery(api, id), enabled: asks, retry: false });
  if (!asks || box === undefined) return null;
  if (box.transcript === "yes" || !box.engines.transcript || !box.may_write) return null;
  const postpone = () => {
    putOff(storage, id, { from: clock.now() });
    setAsks(false);
  };
  const enable = async () => {
    setBusy(true);
    try {
      await api.call(changeVoicemailBox, { params: { id }, body: { transcript: "yes" } });
      notices.success(t("voicemail.transcripts.done"));
      setAsks(false);
      void client.invalidateQueries({ queryKey: BOX_KEY });
    } catch (error) {
      notices.error(words.say(sayError(error, "vmail.box.save")));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog opened onClose={postpone} title={t("voicemail.transcripts.title")} closeLabel={t("voicemail.close")}>
      <div className={styles.form}>
        <p>{t("voicemail.transcripts.text")}</p>
        <div className={styles.buttons}>
          <Button
            look="quiet"
            onClick={() => {
              putOff(storage, id, "never");
              setAsks(false);
            }}
          >
            {t("voicemail.transcripts.never")}
          </Button>
          <Button onClick={postpone}>{t("voicemail.transcripts.later")}</Button>
          <Button data-autofocus look="primary" busy={busy} onClick={() => void enable()}>
            {t("voicemail.transcripts.enable")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
