import { Dialog, Option, OptionList, optionField, stepOption, TextField } from "@callpanel/ui";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useId, useState } from "react";
import type { KeyboardEvent } from "react";
import { PRESENCE_STATUSES } from "@callpanel/contract";
import { useChatUsers } from "../../../shared/chat/chatPeople.ts";
import { presenceMessages } from "../../../shared/chat/presence.messages.ts";
import { useChooseStatus } from "../../../shared/chat/useChooseStatus.ts";
import { useMessage } from "../../../shared/chat/useMessage.ts";
import { useDial } from "../../../shared/phone/useDial.ts";
import { menuMessages } from "../../../shared/menu.messages.ts";
import { usePanel } from "../../../shared/panel.ts";
import { SERVICE_PATHS } from "../../../shared/routes.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { useComposedPanel } from "../../panelContext.ts";
import type { Workplace } from "../../workplace.ts";
import type { TypedAhead } from "./typedAhead.ts";
import { useFound } from "./useFound.ts";
import { findCommands } from "./palette.model.ts";
import type { Command } from "./palette.model.ts";
import { shellMessages } from "../shell.messages.ts";
import { paletteMessages } from "./palette.messages.ts";
import type { MenuEntry } from "../menu/useMenu.ts";
import styles from "./Palette.module.css";

export interface PaletteProps {
  readonly entries: readonly MenuEntry[];
  readonly workplace: Workplace;
  /** What is typed before the field is there. */
  readonly typed: TypedAhead;
  readonly onClose: () => void;
}

/** Go anywhere, do anything, find anyone and anything, by name (Ctrl/Cmd K). */
export function Palette({ entries, workplace, typed: ahead, onClose }: PaletteProps) {
  const t = useWords(paletteMessages);
  const inShell = useWords(shellMessages);
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  useEffect(() => () => ahead.reset(), [ahead]);
  const [at, setAt] = useState(0);
  const id = useId();
  const common = useCommands(entries, workplace);
  const people = usePeopleCommands();
  const search = useFound(typed);
  const found = [
    ...findCommands([...common, ...people], typed),
    ...search.found.map(({ go, ...one }) => ({
      ...one,
      run: typeof go === "string" ? () => void navigate({ to: go }) : go,
    })),
  ];
  const active = Math.min(at, found.length - 1);
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const press = (event: KeyboardEvent) => {
    const next = stepOption(event.key, active, found.length);
    if (next !== null) {
      event.preventDefault();
      setAt(next);
    } else if (event.key === "Enter") {
      event.preventDefault();
      run(found[active]);
    }
  };
  const said = found.length === 0 && !search.isSearching ? t("shell.palette.none") : "";
  const note = search.isSearching ? t("shell.palette.searching") : search.hasFailed ? t("shell.palette.partly") : said;
  return (
    <Dialog opened onClose={onClose} title={t("shell.palette")} closeLabel={inShell("shell.dialog.close")} width={520}>
      <TextField
        {...optionField({
          listId: id,
          opened: true,
          markedId: found[active] ? `${id}-${found[active].id}` : undefined,
        })}
        data-autofocus
        silentLabel
        label={t("shell.palette.field")}
        placeholder={t("shell.palette.placeholder")}
        value={typed}
        onFocus={() => setTyped((before) => before + ahead.take())}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <OptionList id={id} className={styles.list} label={t("shell.palette")} marked={active}>
        {found.map((command, index) => (
          <Option
            key={command.id}
            id={`${id}-${command.id}`}
            marked={index === active}
            onPointerMove={() => setAt(index)}
            onChoose={() => run(command)}
          >
            <bdi>{command.label}</bdi>
            {command.detail ? <span className={styles.detail}>{command.detail}</span> : null}
          </Option>
        ))}
      </OptionList>
      <output className={styles.note}>{note}</output>
    </Dialog>
  );
}

/** Calling and writing to colleagues, and the user's own status. */
function usePeopleCommands(): readonly Command[] {
  const t = useWords(paletteMessages);
  const say = useWords(presenceMessages);
  const { viewer } = usePanel();
  const { list } = useChatUsers();
  const write = useMessage();
  const call = useDial();
  const choose = useChooseStatus();
  if (!viewer.flags.chatsRead) return [];
  const statuses = PRESENCE_STATUSES.map((status) => ({
    id: `status-${status}`,
    label: say("chat.presence.mine", { status: say(`chat.presence.${status}`) }),
    run: () => choose(status),
    isPerson: true as const,
  }));
  const people = list.flatMap(({ name, extension, username }): readonly Command[] => {
    const chat = write({ username });
    if (extension === viewer.user.extension) return [];
    const calls =
      call === null || extension === ""
        ? []
        : [{ id: `call-${username}`, label: t("shell.palette.call", { name }), run: () => call(extension) }];
    const chats =
      chat === null ? [] : [{ id: `chat-${username}`, label: t("shell.palette.chat", { name }), run: chat }];
    return [...chats, ...calls].map((one) => ({ ...one, isPerson: true as const }));
  });
  return [...statuses, ...people];
}

function useCommands(entries: readonly MenuEntry[], { dock }: Workplace): readonly Command[] {
  const t = useWords(paletteMessages);
  const inShell = useWords(shellMessages);
  const title = useWords(menuMessages);
  const navigate = useNavigate();
  const { viewer } = usePanel();
  const { preferences } = useComposedPanel();
  const { dark } = useSnapshot(preferences);
  const pages = entries.map(({ area, to }) => ({
    id: area,
    label: t("shell.palette.go", { page: title(`menu.${area}`) }),
    run: () => void navigate({ to }),
  }));
  const phone = {
    id: "softphone",
    label: t("shell.palette.phone"),
    run: () => (dock.get() ? dock.close() : dock.open()),
  };
  return [
    ...pages,
    ...(viewer.flags.softphone ? [phone] : []),
    {
      id: "dark",
      label: dark ? t("shell.palette.light") : inShell("shell.account.dark"),
      run: () => preferences.set({ dark: !dark }),
    },
    {
      id: "sign-out",
      label: inShell("shell.account.signOut"),
      run: () => void navigate({ to: SERVICE_PATHS.signOut }),
    },
  ];
}
