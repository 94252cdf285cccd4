import { Spinner } from "../parts/Spinner.tsx";
import type { Icon } from "../icons.ts";
import styles from "./Mask.module.css";

export interface MaskProps {
  readonly text: string;
  /** Shown instead of the spinner. */
  readonly icon?: Icon;
  /** `page`: opaque, nothing is rendered behind it yet; `veil`: transparent. */
  readonly over: "page" | "veil";
}

/** Covers the page while it cannot be used, and says why. */
export function Mask({ text, icon: Shape, over }: MaskProps) {
  return (
    <>
      <div className={styles.mask} data-over={over} />
      <div className={styles.place}>
        <output className={styles.box} data-over={over}>
          {Shape ? <Shape size={26} stroke={1.5} aria-hidden /> : <Spinner size={26} />}
          <span>{text}</span>
        </output>
      </div>
    </>
  );
}
