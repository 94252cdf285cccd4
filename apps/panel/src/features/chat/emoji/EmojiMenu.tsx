import { IconButton, IconMoodSmile } from "@callpanel/ui";
import { lazy, Suspense, useState } from "react";

const EmojiPicker = lazy(async () => ({ default: (await import("./EmojiPicker.tsx")).EmojiPicker }));

export interface EmojiMenuProps {
  readonly label: string;
  readonly size?: "small" | "medium";
  readonly onChoose: (emoji: string) => void;
}

/** CHATUI-43: emojis behind a button; their code and data are loaded when it is first opened. */
export function EmojiMenu({ label, size = "small", onChoose }: EmojiMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => {
    anchor?.focus();
    setAnchor(null);
  };
  return (
    <>
      <IconButton
        size={size}
        icon={IconMoodSmile}
        label={label}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(anchor === null ? currentTarget : null)}
      />
      <Suspense fallback={null}>
        {anchor === null ? null : (
          <EmojiPicker
            label={label}
            anchor={anchor}
            onClose={close}
            onChoose={(emoji) => {
              close();
              onChoose(emoji);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
