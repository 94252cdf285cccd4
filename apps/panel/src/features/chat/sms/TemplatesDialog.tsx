import { removeSmsTemplate, saveSmsTemplate, SMS_LIMITS } from "@callpanel/contract";
import type { SmsTemplate } from "@callpanel/contract";
import { Button, Dialog, IconButton, IconPencil, IconTrash, TextArea, TextField } from "@callpanel/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useChange } from "../../../shared/api/useChange.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import dialogs from "../dialogs/Dialogs.module.css";
import { smsTemplatesQuery, TEMPLATES_KEY } from "./sms.api.ts";
import { smsDialogsMessages } from "./smsDialogs.messages.ts";

const WIDTH_PX = 520;
const PLACES = { contact: "{contact}", me: "{me}" } as const;
const NEW = { id: undefined, name: "", text: "" } as const;

/** SMSUI-12: the company's templates, to add, change and remove. */
export function TemplatesDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useWords(smsDialogsMessages);
  const { api } = usePanel();
  const client = useQueryClient();
  const { data = [] } = useQuery(smsTemplatesQuery(api));
  const [edited, setEdited] = useState<Omit<SmsTemplate, "id"> & { readonly id: string | undefined }>(NEW);
  const { busy, run } = useChange(() => void client.invalidateQueries({ queryKey: TEMPLATES_KEY }));
  const { id, name, text } = edited;
  const isReady = name.trim() !== "" && text.trim() !== "";
  const save = () =>
    run({
      fallback: "chats.sms.saveTemplate",
      change: (wire) => wire.call(saveSmsTemplate, { body: { ...(id === undefined ? {} : { id }), name, text } }),
      done: null,
      after: () => setEdited(NEW),
    });
  const remove = (template: SmsTemplate) =>
    run({
      fallback: "chats.sms.saveTemplate",
      change: (wire) => wire.call(removeSmsTemplate, { body: { id: template.id } }),
      done: null,
      after: () => setEdited((before) => (before.id === template.id ? NEW : before)),
    });
  return (
    <Dialog opened onClose={onClose} title={t("sms.d.templates")} closeLabel={t("sms.d.close")} width={WIDTH_PX}>
      <div className={dialogs.form}>
        <p className={dialogs.text}>{t("sms.d.templatesText")}</p>
        {data.length === 0 ? (
          <p className={dialogs.none}>{t("sms.d.noTemplates")}</p>
        ) : (
          <ul className={dialogs.list} aria-label={t("sms.d.list")}>
            {data.map((template) => (
              <li key={template.id} className={dialogs.row}>
                <span className={dialogs.who}>
                  <bdi className={dialogs.name}>{template.name}</bdi>
                  <bdi className={dialogs.dim}>{template.text}</bdi>
                </span>
                <IconButton
                  icon={IconPencil}
                  label={t("sms.d.edit", { name: template.name })}
                  onClick={() => setEdited(template)}
                />
                <IconButton
                  icon={IconTrash}
                  label={t("sms.d.delete", { name: template.name })}
                  onClick={() => remove(template)}
                />
              </li>
            ))}
          </ul>
        )}
        <form
          className={dialogs.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (isReady) save();
          }}
        >
          <TextField
            label={t("sms.d.name")}
            required
            maxLength={SMS_LIMITS.templateNameChars}
            value={name}
            onChange={(event) => setEdited({ ...edited, name: event.currentTarget.value })}
          />
          <TextArea
            label={t("sms.d.body")}
            hint={t("sms.d.bodyHint", PLACES)}
            required
            maxLength={SMS_LIMITS.templateChars}
            value={text}
            onChange={(event) => setEdited({ ...edited, text: event.currentTarget.value })}
          />
          <div className={dialogs.buttons}>
            {id === undefined ? null : <Button onClick={() => setEdited(NEW)}>{t("sms.d.cancel")}</Button>}
            <Button type="submit" look="primary" busy={busy} disabled={!isReady}>
              {t(id === undefined ? "sms.d.add" : "sms.d.save")}
            </Button>
          </div>
        </form>
      </div>
    </Dialog>
  );
}
