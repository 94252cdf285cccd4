import { Checkbox } from "@callpanel/ui";
import { useId } from "react";
import type { ReactNode } from "react";
import list from "../../../shared/list/Row.module.css";
import { PageLink } from "../../../shared/PageLink.tsx";
import styles from "./AreaRow.module.css";

export interface AreaRowProps {
  /** The page of the thing: the whole row leads there. */
  readonly to: string;
  readonly name: string;
  /** Below the name. */
  readonly about: ReactNode;
  /** Before the name: a picture, or nothing. */
  readonly picture?: ReactNode;
  /** At the end: number, state. */
  readonly facts?: ReactNode;
  /** Null: rows cannot be selected. */
  readonly tick: { readonly label: string; readonly on: boolean; readonly onTick: (on: boolean) => void } | null;
}

/** A row of an area's list. */
export function AreaRow({ to, name, about, picture, facts, tick }: AreaRowProps) {
  const id = useId();
  return (
    <li className={`${list.row} ${styles.row}`} aria-labelledby={id} data-ticked={tick?.on ? "" : undefined}>
      {tick === null ? null : (
        <Checkbox className={list.tick} label="" aria-label={tick.label} checked={tick.on} onChange={tick.onTick} />
      )}
      {picture === undefined ? null : <span className={styles.picture}>{picture}</span>}
      <div className={list.who}>
        <PageLink to={to} current={false} className={`${list.name} ${styles.link}`}>
          <bdi id={id} className={`${list.cut} ${styles.name}`}>
            {name}
          </bdi>
        </PageLink>
        <span className={`${list.cut} ${styles.about} ${list.dim}`}>{about}</span>
      </div>
      <span className={styles.facts}>{facts}</span>
    </li>
  );
}
