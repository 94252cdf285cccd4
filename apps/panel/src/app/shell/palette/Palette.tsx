import { Dialog, Option, OptionList, optionField, stepOption, TextField } from "@callpanel/ui";
import { useNavigate } from "@tanstack/react-router";
import { useId, useState } from "react";
import type { KeyboardEvent } from "react";
import { menuMessages } from "../../../shared/menu.messages.ts";
import { usePanel } from "../../../shared/panel.ts";
import { SERVICE_PATHS } from "../../../shared/routes.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { useComposedPanel } from "../../panelContext.ts";
import type { Workplace } from "../../workplace.ts";
import { findCommands } from "./palette.model.ts";
import type { Command } from "./palette.model.ts";
import { shellMessages } from "../shell.messages.ts";
import type { MenuEntry } from "../menu/useMenu.ts";
import styles from "./Palette.module.css";

export interface PaletteProps {
  readonly entries: readonly MenuEntry[];
  readonly workplace: Workplace;
  readonly onClose: () => void;
}

/** Go anywhere, do anything, by name (Ctrl/Cmd K). */
export function Palette({ entries, workplace, onClose }: PaletteProps) {
  const t = useWords(shellMessages);
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const id = useId();
  const found = findCommands(useCommands(entries, workplace), typed);
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
  return (
    <Dialog opened onClose={onClose} title={t("shell.palette")} closeLabel={t("shell.dialog.close")} width={520}>
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
            {command.label}
          </Option>
        ))}
      </OptionList>
      {found.length === 0 ? <output className={styles.none}>{t("shell.palette.none")}</output> : null}
    </Dialog>
  );
}

function useCommands(entries: readonly MenuEntry[], { dock }: Workplace): readonly Command[] {
  const t = useWords(shellMessages);
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
      label: t(dark ? "shell.palette.light" : "shell.account.dark"),
      run: () => preferences.set({ dark: !dark }),
    },
    { id: "sign-out", label: t("shell.account.signOut"), run: () => void navigate({ to: SERVICE_PATHS.signOut }) },
  ];
}
