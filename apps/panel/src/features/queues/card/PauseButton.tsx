import { PAUSE_CODES } from "@callpanel/contract";
import type { PauseCode } from "@callpanel/contract";
import { Button, IconButton, IconChevronDown, IconPlayerPause, IconPlayerPlay, PopMenu } from "@callpanel/ui";
import type { ComponentProps } from "react";
import { useWords } from "../../../shared/words/useWords.ts";
import { queuesMessages } from "../queues.messages.ts";
import styles from "./PauseButton.module.css";

export interface PauseButtonProps {
  readonly paused: boolean;
  readonly permitted: boolean;
  /** `row`: an icon; `head`: with its word. */
  readonly form: "row" | "head";
  readonly onPause: (cause: PauseCode | null) => void;
  readonly onUnpause: () => void;
}

/** `Pause` with the causes, or `Unpause`; without the right it is shown, and says that it is not permitted. */
export function PauseButton({ paused, permitted, form, onPause, onUnpause }: PauseButtonProps) {
  const t = useWords(queuesMessages);
  const look = { form, paused };
  if (!permitted) return <Shape {...look} aria-disabled {...refusalOf(t("queues.pause.refused"))} />;
  if (paused) return <Shape {...look} onClick={onUnpause} />;
  return (
    <PopMenu width={200}>
      <PopMenu.Target>
        <Shape {...look} />
      </PopMenu.Target>
      <PopMenu.Dropdown>
        <PauseItems onPause={onPause} />
      </PopMenu.Dropdown>
    </PopMenu>
  );
}

type ShapeProps = Pick<PauseButtonProps, "form" | "paused"> & ComponentProps<"button">;

function Shape({ form, paused, ...rest }: ShapeProps) {
  const t = useWords(queuesMessages);
  const label = t(paused ? "queues.unpause" : "queues.pause");
  const icon = paused ? IconPlayerPlay : IconPlayerPause;
  if (form === "row") return <IconButton size="small" label={label} icon={icon} {...rest} />;
  return (
    <Button icon={icon} look={paused ? "primary" : "outline"} {...rest}>
      {label}
      {paused ? null : <IconChevronDown className={styles.more} size={15} stroke={2} aria-hidden />}
    </Button>
  );
}

/** The causes of a pause, and a pause without one. */
export function PauseItems({ onPause }: Pick<PauseButtonProps, "onPause">) {
  const t = useWords(queuesMessages);
  return (
    <>
      <PopMenu.Label>{t("queues.cause")}</PopMenu.Label>
      {PAUSE_CODES.map((code) => (
        <PopMenu.Item key={code} onClick={() => onPause(code)}>
          {t(`queues.cause.${code}`)}
        </PopMenu.Item>
      ))}
      <PopMenu.Item onClick={() => onPause(null)}>{t("queues.cause.none")}</PopMenu.Item>
    </>
  );
}

/** A button that says why it does nothing, by pointer, keyboard and screen reader. */
export const refusalOf = (why: string) => ({ "data-tip": why, "aria-description": why });
