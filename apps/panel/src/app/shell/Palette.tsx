import { Dialog } from "@callpanel/ui";
import { useNavigate } from "@tanstack/react-router";
import { useId, useState } from "react";
import type { KeyboardEvent } from "react";
import { menuMessages } from "../../shared/menu.messages.ts";
import { usePanel } from "../../shared/panel.ts";
import { SERVICE_PATHS } from "../../shared/routes.ts";
import { useSnapshot } from "../../shared/store.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { useComposedPanel } from "../panelContext.ts";
import type { Workplace } from "../workplace.ts";
import { findCommands } from "./palette.model.ts";
import type { Command } from "./palette.model.ts";
import { shellMessages } from "./shell.messages.ts";
import type { MenuEntry } from "./useMenu.ts";
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
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by !== 0) {
      event.preventDefault();
      setAt((active + by + found.length) % Math.max(1, found.length));
    } else if (event.key === "Enter") {
      event.preventDefault();
      run(found[active]);
    }
  };
  return (
    <Dialog opened onClose={onClose} title={t("shell.palette")} closeLabel={t("shell.dialog.close")} width={520}>
      <input
        data-autofocus
        className={styles.field}
        role="combobox"
        aria-label={t("shell.palette.field")}
        aria-expanded
        aria-controls={id}
        aria-activedescendant={found[active] ? `${id}-${found[active].id}` : undefined}
        placeholder={t("shell.palette.placeholder")}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <div
        id={id}
        className={styles.list}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot stand below a field of our own
        role="listbox"
        aria-label={t("shell.palette")}
      >
        {found.map((command, index) => (
          // The keys of a combobox are taken by its field.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={command.id}
            id={`${id}-${command.id}`}
            className={styles.command}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option lives in a select or datalist only
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onPointerMove={() => setAt(index)}
            onClick={() => run(command)}
          >
            {command.label}
          </div>
        ))}
      </div>
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
