import { Button, ConfirmDialog, IconTrash } from "@callpanel/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { ReactNode } from "react";
import type { Api } from "../../../shared/api/api.ts";
import { useChange } from "../../../shared/api/useChange.ts";
import { ADMINISTRATION_KEY } from "../administration.reload.ts";
import styles from "./Page.module.css";

export interface RemovableHeadProps {
  /** The title of the thing. */
  readonly children: ReactNode;
  readonly mayRemove: boolean;
  readonly words: {
    readonly remove: string;
    readonly title: string;
    readonly text: string;
    readonly cancel: string;
    readonly close: string;
    readonly removed: string;
  };
  readonly remove: (api: Api) => Promise<unknown>;
  /** The list, where one is after it. */
  readonly list: string;
}

/** The head of the page of one thing, with the button that removes it. */
export function RemovableHead({ children, mayRemove, words, remove, list }: RemovableHeadProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  const { busy, run } = useChange(() => void client.invalidateQueries({ queryKey: ADMINISTRATION_KEY }));
  return (
    <header className={styles.head}>
      <h2 className={styles.title}>{children}</h2>
      {mayRemove ? (
        <Button icon={IconTrash} busy={busy} onClick={() => setAsks(true)}>
          {words.remove}
        </Button>
      ) : null}
      <ConfirmDialog
        opened={asks}
        danger
        onClose={() => setAsks(false)}
        title={words.title}
        closeLabel={words.close}
        text={words.text}
        cancelLabel={words.cancel}
        confirmLabel={words.remove}
        onConfirm={() => {
          setAsks(false);
          run({
            fallback: "administration.save",
            change: remove,
            done: () => words.removed,
            after: () => void navigate({ to: list, ignoreBlocker: true }),
          });
        }}
      />
    </header>
  );
}
