import { PRESENCE_STATUSES } from "@callpanel/contract";
import { IconMessage, IconPencil, IconPhoneCall, IconRecordMail, IconX, MenuSwitch, PopMenu } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { presenceMessages } from "../../../shared/chat/presence.messages.ts";
import { StatusSign } from "../../../shared/chat/PresenceDot.tsx";
import { usePanel, useService } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { managesCompanyChat } from "../chat.rights.ts";
import { choiceOf, presenceTypesQuery, useOwnStatus } from "./presence.api.ts";
import { STATUS_DESK } from "./status.desk.ts";
import type { StatusTask } from "./status.desk.ts";
import { statusMessages } from "./status.messages.ts";

const ICON = { size: 18, stroke: 1.7, "aria-hidden": true } as const;

export interface StatusItemsProps {
  /** Before a dialog opens: it returns the focus to what has it then. */
  readonly onLeave: () => void;
}

/** CHATUI-30: the choices of the user's own status, for menus. */
export function StatusItems({ onLeave }: StatusItemsProps) {
  const t = useWords(statusMessages);
  const say = useWords(presenceMessages);
  const { api, viewer } = usePanel();
  const desk = useService(STATUS_DESK);
  const { own, choose, prefer } = useOwnStatus();
  const { data } = useQuery(presenceTypesQuery(api));
  const types = data?.data ?? [];
  const message = own?.message ?? "";
  const open = (task: StatusTask) => {
    onLeave();
    desk.dispatch(task);
  };
  const pick = (value: string) => {
    const status = PRESENCE_STATUSES.find((one) => one === value);
    const type = types.find(({ id }) => String(id) === value);
    const choice = status ?? type?.id;
    if (choice !== undefined) choose(choice);
  };
  return (
    <>
      <PopMenu.RadioGroup
        aria-label={say("chat.presence")}
        value={own === undefined ? "" : String(choiceOf(own))}
        onChange={pick}
      >
        {PRESENCE_STATUSES.map((status) => (
          <PopMenu.RadioItem key={status} value={status} rightSection={<StatusSign tone={status} />}>
            {say(`chat.presence.${status}`)}
          </PopMenu.RadioItem>
        ))}
        {types.map(({ id, name, type }) => (
          <PopMenu.RadioItem key={id} value={String(id)} rightSection={<StatusSign tone={type} />}>
            <bdi>{name}</bdi>
          </PopMenu.RadioItem>
        ))}
      </PopMenu.RadioGroup>
      <PopMenu.Divider />
      <PopMenu.Item leftSection={<IconMessage {...ICON} />} onClick={() => open("text")}>
        {t("chat.status.text")}
      </PopMenu.Item>
      {own === undefined || message === "" ? null : (
        <PopMenu.Item leftSection={<IconX {...ICON} />} onClick={() => choose(choiceOf(own), "")}>
          {t("chat.status.clear")}
        </PopMenu.Item>
      )}
      {managesCompanyChat(viewer.rights) ? (
        <PopMenu.Item leftSection={<IconPencil {...ICON} />} onClick={() => open("kinds")}>
          {t("chat.status.kinds")}
        </PopMenu.Item>
      ) : null}
      <PopMenu.Divider />
      <MenuSwitch
        icon={IconPhoneCall}
        label={t("chat.status.busyOnCalls")}
        checked={own?.busyOnCalls === true}
        onChange={(busyOnCalls) => prefer({ busyOnCalls })}
      />
      <MenuSwitch
        icon={IconRecordMail}
        label={t("chat.status.callLines")}
        checked={own?.callLines === true}
        onChange={(callLines) => prefer({ callLines })}
      />
    </>
  );
}
