import { useState } from "react";
import { IconUser } from "../icons.ts";
import styles from "./Avatar.module.css";

/** The state of a person's phone, shown around and on the picture. */
export type AvatarState = "online" | "offline" | "ringing" | "busy" | "away" | "oncall" | "onlunch" | "unknown";

export interface AvatarProps {
  readonly name: string;
  readonly src?: string | null | undefined;
  readonly size?: number;
  /** Ring in the call colour and a handset at the top corner; nothing when absent. */
  readonly state?: AvatarState | undefined;
}

/** A person's picture, or the initials on a tint. Decorative: the name is next to it. */
export function Avatar({ name, src, size = 40, state }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const picture = src && src !== broken ? src : null;
  const initials = initialsOf(name);
  return (
    <span
      className={styles.avatar}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.36) }}
      data-state={state}
      data-tint={picture ? undefined : tintOf(name)}
      // Rendered by the style sheet: as text they would be part of the label of the button around them (WCAG 2.5.3).
      data-initials={picture || initials === "" ? undefined : initials}
      aria-hidden="true"
    >
      {picture ? (
        <img
          // A new element for a new picture: otherwise the old picture would stay until the new one is loaded.
          key={picture}
          className={styles.picture}
          src={picture}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          onError={() => setBroken(picture)}
        />
      ) : initials === "" ? (
        <IconUser size={Math.round(size * 0.55)} stroke={1.75} />
      ) : null}
      {state ? <span className={styles.sign} data-state={state} /> : null}
    </span>
  );
}

/**
 * First letters of the first and last word, by code point: a malicious or emoji name never splits a character. Empty for a
 * number.
 */
export function initialsOf(name: string): string {
  if (/\d/u.test(name) && !/\p{L}/u.test(name)) return "";
  const words = name
    .split(/\s+/u)
    // Brackets and quotes are not initials.
    .map((word) => word.replace(/^[\p{P}+]+/u, ""))
    .filter(Boolean);
  const first = words[0];
  if (first === undefined) return "?";
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  return [first, last]
    .map((word) => (word === undefined ? "" : (Array.from(word)[0] ?? "")))
    .join("")
    .toLocaleUpperCase();
}

const TINT_COUNT = 6;

/** One of six tints, the same for a name everywhere. */
export function tintOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum % TINT_COUNT;
}
