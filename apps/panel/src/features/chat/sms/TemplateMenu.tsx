import { holdsRule } from "@callpanel/contract";
import type { SmsConversation } from "@callpanel/contract";
import { IconButton, IconNotes, PopMenu } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { usePanel } from "../../../shared/panel.ts";
import { fullNameOf } from "../../../shared/viewer.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { smsTemplatesQuery } from "./sms.api.ts";
import { smsMessages } from "./sms.messages.ts";
import { filledTemplate } from "./sms.model.ts";

const TemplatesDialog = lazy(async () => ({ default: (await import("./TemplatesDialog.tsx")).TemplatesDialog }));

export interface TemplateMenuProps {
  readonly conversation: SmsConversation;
  readonly onChoose: (text: string) => void;
}

/** SMSUI-12: texts that the company keeps; those with the right change them here. */
export function TemplateMenu({ conversation, onChoose }: TemplateMenuProps) {
  const t = useWords(smsMessages);
  const { api, viewer } = usePanel();
  const { data = [] } = useQuery(smsTemplatesQuery(api));
  const [isOpen, setOpen] = useState(false);
  const keeps = holdsRule(viewer.rights, "chats", "manage_templates");
  if (data.length === 0 && !keeps) return null;
  const names = { contact: conversation.contact_name ?? "", me: fullNameOf(viewer.user) };
  return (
    <>
      <PopMenu width={280} position="top-start">
        <PopMenu.Target>
          <IconButton icon={IconNotes} label={t("sms.templates")} />
        </PopMenu.Target>
        <PopMenu.Dropdown>
          {data.length === 0 ? <PopMenu.Label>{t("sms.noTemplates")}</PopMenu.Label> : null}
          {data.map(({ id, name, text }) => (
            <PopMenu.Item key={id} onClick={() => onChoose(filledTemplate(text, names))}>
              {name}
            </PopMenu.Item>
          ))}
          {keeps ? (
            <>
              <PopMenu.Divider />
              <PopMenu.Item onClick={() => setOpen(true)}>{t("sms.manageTemplates")}</PopMenu.Item>
            </>
          ) : null}
        </PopMenu.Dropdown>
      </PopMenu>
      <Suspense fallback={null}>{isOpen ? <TemplatesDialog onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  );
}
