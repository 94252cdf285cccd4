import type { ComponentProps, ReactNode } from "react";
import type { Icon } from "../icons.ts";
import { Spinner } from "./Spinner.tsx";
import styles from "./Button.module.css";

export interface ButtonProps extends ComponentProps<"button"> {
  /** `primary`: the main action; `accent`: make a call; `outline`: default; `quiet`: next to text; `danger`: cannot be undone. */
  readonly look?: "primary" | "accent" | "outline" | "quiet" | "danger";
  readonly icon?: Icon;
  /** Shows that the action is running; the button keeps its width and ignores further clicks. */
  readonly busy?: boolean;
  readonly wide?: boolean;
}

/** A push button with a text label. */
export function Button({ look = "outline", icon: Shape, busy, wide, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={[styles.button, className].filter(Boolean).join(" ")}
      data-look={look}
      data-wide={wide ? "" : undefined}
      data-busy={busy ? "" : undefined}
      aria-busy={busy ? true : undefined}
      aria-disabled={busy ? true : undefined}
      onClick={busy ? undefined : rest.onClick}
    >
      {busy ? <Spinner size={16} /> : Shape ? <Shape size={18} stroke={1.75} aria-hidden /> : null}
      <span className={styles.word}>{children}</span>
    </button>
  );
}

export interface IconButtonProps extends Omit<ComponentProps<"button">, "children"> {
  /** The accessible name, also shown as tooltip. */
  readonly label: string;
  readonly icon: Icon;
  readonly look?: "quiet" | "outline" | "accent" | "danger";
  readonly size?: "small" | "medium" | "large";
  /** Shown over the corner: a badge or a dot. */
  readonly mark?: ReactNode;
}

/** A square button with an icon; its name is read out and shown as tooltip. */
export function IconButton({
  label,
  icon: Shape,
  look = "quiet",
  size = "medium",
  mark,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tip={label}
      {...rest}
      className={[styles.square, className].filter(Boolean).join(" ")}
      data-look={look}
      data-size={size}
      data-marked={mark ? "" : undefined}
    >
      <Shape size={size === "small" ? 16 : size === "large" ? 22 : 19} stroke={1.75} aria-hidden />
      {mark}
    </button>
  );
}
