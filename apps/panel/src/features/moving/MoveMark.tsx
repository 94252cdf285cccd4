import { IconBan } from "@callpanel/ui";
import { useMemo } from "react";
import type { MoveTarget, Moving, Taken } from "../../shared/phone/moving.ts";
import { useSnapshot } from "../../shared/store.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { sendMessages } from "../../shared/phone/send/send.messages.ts";
import styles from "./MoveMark.module.css";

export interface MoveMarkProps {
  readonly moving: Moving;
  readonly target: MoveTarget;
}

/** During the drag of a call, it covers a card and says whether the call can go there; otherwise it renders nothing (MOVE-4). */
export function MoveMark({ moving, target }: MoveMarkProps) {
  const state = useSnapshot(moving);
  return state.phase === "carried" ? (
    <Mark moving={moving} target={target} taken={state.taken} isOver={state.over === target.number} />
  ) : null;
}

interface MarkProps extends MoveMarkProps {
  readonly taken: Taken;
  readonly isOver: boolean;
}

function Mark({ moving, target, taken, isOver }: MarkProps) {
  const t = useWords(sendMessages);
  const verdict = useSnapshot(useMemo(() => moving.verdictOn(taken, target), [moving, taken, target]));
  return (
    <span
      className={styles.mark}
      data-move-to={target.number}
      data-move-name={target.name}
      data-move-kind={target.kind}
      data-move-taken={target.kind === "slot" && target.isTaken ? "" : undefined}
      data-verdict={verdict === "possible" ? "possible" : "impossible"}
      data-over={isOver ? "" : undefined}
    >
      {verdict === "possible" ? null : (
        <span className={styles.why}>
          <IconBan size={14} stroke={2} aria-hidden />
          {t(`send.not.${verdict}`)}
        </span>
      )}
    </span>
  );
}
