import { useQuery } from "@tanstack/react-query";
import { usePanel } from "../../shared/panel.ts";
import { tagsQuery } from "./contacts.api.ts";
import type { ContactList } from "./contacts.model.ts";
import styles from "./TagChip.module.css";

/** A tag by name, with its colour where it has one. */
export function TagChip({ list, name }: { readonly list: ContactList; readonly name: string }) {
  const { api } = usePanel();
  const { data } = useQuery({
    ...tagsQuery(api, list),
    select: (tags) => tags.find((tag) => tag.name === name)?.color,
  });
  return (
    <span className={styles.chip}>
      <span className={styles.dot} style={{ background: data ?? undefined }} aria-hidden />
      <bdi className={styles.name}>{name}</bdi>
    </span>
  );
}
