import type { TextStorage } from "../../../shared/storage.ts";
import { TONES } from "./emojis.model.ts";
import type { Tone } from "./emojis.model.ts";

/** What a person chose, in this browser. */
export interface EmojiChoice {
  /** The latest first. */
  readonly recent: readonly string[];
  readonly tone: Tone;
}

const MOST_RECENT = 16;
/** Until one has chosen any: those that people use at work. */
const USUAL = ["👍", "❤️", "😂", "🎉", "👀", "✅", "🙏", "🔥"] as const;
const keyOf = (userId: number) => `callpanel_chat_emojis_${userId}`;

export function readEmojiChoice(storage: TextStorage, userId: number): EmojiChoice {
  const kept = parse(storage.get(keyOf(userId)));
  return { recent: [...new Set([...kept.recent, ...USUAL])].slice(0, MOST_RECENT), tone: kept.tone };
}

export const keepTone = (storage: TextStorage, userId: number, tone: Tone): void =>
  storage.set(keyOf(userId), JSON.stringify({ ...parse(storage.get(keyOf(userId))), tone }));

export function keepEmoji(storage: TextStorage, userId: number, emoji: string): void {
  const { recent, tone } = parse(storage.get(keyOf(userId)));
  const next = [emoji, ...recent.filter((one) => one !== emoji)].slice(0, MOST_RECENT);
  storage.set(keyOf(userId), JSON.stringify({ recent: next, tone }));
}

function parse(text: string | null): EmojiChoice {
  try {
    const found: unknown = JSON.parse(text ?? "null");
    const fields = new Map<string, unknown>(Object.entries(typeof found === "object" && found !== null ? found : {}));
    const recent = fields.get("recent");
    return {
      recent: Array.isArray(recent) ? recent.filter((one) => typeof one === "string") : [],
      tone: TONES.find(({ tone }) => tone === fields.get("tone"))?.tone ?? "",
    };
  } catch {
    return { recent: [], tone: "" };
  }
}
