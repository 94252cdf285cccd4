import { IconButton, IconMoodSmile, PopMenu } from "@callpanel/ui";
import styles from "./EmojiMenu.module.css";

/** The ones that people use at work, the most usual first. */
const EMOJIS = [
  "👍",
  "❤️",
  "😂",
  "🎉",
  "👀",
  "✅",
  "🙏",
  "🔥",
  "👏",
  "💯",
  "🙂",
  "😀",
  "😅",
  "😉",
  "😍",
  "😎",
  "🤔",
  "😮",
  "😢",
  "😡",
  "🤝",
  "💪",
  "👎",
  "👋",
  "🚀",
  "⭐",
  "💡",
  "⚠️",
  "❌",
  "❓",
  "❗",
  "☕",
  "🍕",
  "🎂",
  "🥳",
  "📞",
  "📅",
  "📌",
  "⏰",
  "🏠",
] as const;

export interface EmojiMenuProps {
  readonly label: string;
  readonly size?: "small" | "medium";
  readonly onChoose: (emoji: string) => void;
}

/** A grid of emojis behind a button; arrow keys move in it. */
export function EmojiMenu({ label, size = "small", onChoose }: EmojiMenuProps) {
  return (
    <PopMenu width={292}>
      <PopMenu.Target>
        <IconButton size={size} icon={IconMoodSmile} label={label} />
      </PopMenu.Target>
      <PopMenu.Dropdown aria-label={label}>
        <div className={styles.grid}>
          {EMOJIS.map((emoji) => (
            <PopMenu.Item key={emoji} className={styles.emoji} onClick={() => onChoose(emoji)}>
              {emoji}
            </PopMenu.Item>
          ))}
        </div>
      </PopMenu.Dropdown>
    </PopMenu>
  );
}
