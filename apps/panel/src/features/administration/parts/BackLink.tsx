import { IconChevronLeft } from "@callpanel/ui";
import { PageLink } from "../../../shared/PageLink.tsx";
import styles from "./BackLink.module.css";

/** From the page of one thing to the list. */
export function BackLink({ to, label }: { readonly to: string; readonly label: string }) {
  return (
    <PageLink to={to} current={false} className={styles.link}>
      <IconChevronLeft size={16} stroke={2} aria-hidden />
      {label}
    </PageLink>
  );
}
