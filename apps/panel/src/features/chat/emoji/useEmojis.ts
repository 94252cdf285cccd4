import { useEffect, useState } from "react";
import { useLocaleWords } from "../../../shared/words/useWords.ts";
import { loadEmojis } from "./emojis.load.ts";
import type { Emoji } from "./emojis.model.ts";

/** The emojis in the person's language; null until they are loaded, and as long as they are not `wanted`. */
export function useEmojis(wanted: boolean): readonly Emoji[] | null {
  const { locale } = useLocaleWords();
  const [emojis, setEmojis] = useState<readonly Emoji[] | null>(null);
  useEffect(() => {
    if (!wanted) return undefined;
    let isOver = false;
    loadEmojis(locale).then(
      (loaded) => (isOver ? undefined : setEmojis(loaded)),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [wanted, locale]);
  return emojis;
}
