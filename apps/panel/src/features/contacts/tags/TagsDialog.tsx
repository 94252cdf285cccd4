import type { ContactTag } from "@callpanel/contract";
import { Button, Dialog, IconButton, IconPencil, IconPlus, IconTrash, LoadingBlock } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { tagsQuery } from "../contacts.api.ts";
import type { ContactList } from "../contacts.lists.ts";
import { TagChip } from "../TagChip.tsx";
import { contactTagsMessages } from "./contactTags.messages.ts";
import { TagDeletion } from "./TagDeletion.tsx";
import { TagForm } from "./TagForm.tsx";
import styles from "./TagsDialog.module.css";

export interface TagsDialogProps {
  readonly list: ContactList;
  /** A tag was renamed or deleted. */
  readonly onRenamed: (tag: string, to: string | null) => void;
  readonly onClose: () => void;
}

/** The dialog over the list of tags. */
type Over =
  | { readonly kind: "list" }
  | { readonly kind: "form"; readonly tag: ContactTag | null }
  | { readonly kind: "deletion"; readonly tag: ContactTag };

/** The tags of a list: adds, renames, recolours and deletes them. */
export function TagsDialog({ list, onRenamed, onClose }: TagsDialogProps) {
  const t = useWords(contactTagsMessages);
  const [over, setOver] = useState<Over>({ kind: "list" });
  const back = () => setOver({ kind: "list" });
  if (over.kind === "form") return <TagForm list={list} tag={over.tag} onRenamed={onRenamed} onClose={back} />;
  if (over.kind === "deletion") return <TagDeletion list={list} tag={over.tag} onRenamed={onRenamed} onClose={back} />;
  return (
    <Dialog opened onClose={onClose} title={t(`contactTags.${list}`)} closeLabel={t("contactTags.close")}>
      <TagList list={list} onOver={setOver} />
      <div className={styles.buttons}>
        <Button data-autofocus look="primary" icon={IconPlus} onClick={() => setOver({ kind: "form", tag: null })}>
          {t("contactTags.new")}
        </Button>
      </div>
    </Dialog>
  );
}

function TagList({ list, onOver }: { readonly list: ContactList; readonly onOver: (over: Over) => void }) {
  const t = useWords(contactTagsMessages);
  const { api } = usePanel();
  const { data, error, refetch } = useQuery(tagsQuery(api, list));
  if (data === undefined)
    return error === null ? (
      <LoadingBlock height={40} />
    ) : (
      <LoadFailed error={error} fallback="contacts.tag.load" onRetry={() => void refetch()} />
    );
  if (data.length === 0) return <p className={styles.none}>{t("contactTags.none")}</p>;
  return (
    <ul className={styles.tags} aria-label={t("contactTags.list")}>
      {data.map((tag) => (
        <li key={tag.id} className={styles.tag} aria-label={tag.name}>
          <TagChip name={tag.name} color={tag.color} />
          <span className={styles.count}>{t("contactTags.count", { count: tag.contacts })}</span>
          <IconButton
            icon={IconPencil}
            label={t("contactTags.edit", { name: tag.name })}
            onClick={() => onOver({ kind: "form", tag })}
          />
          <IconButton
            icon={IconTrash}
            label={t("contactTags.delete", { name: tag.name })}
            onClick={() => onOver({ kind: "deletion", tag })}
          />
        </li>
      ))}
    </ul>
  );
}
