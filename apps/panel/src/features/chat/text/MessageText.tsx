import type { ChatClient } from "@callpanel/contract/chat-client";
import { useCallback, useMemo } from "react";
import type { ReactNode } from "react";
import { useChat } from "../../../shared/chat/useChat.ts";
import { PageLink } from "../../../shared/PageLink.tsx";
import { useDial } from "../../../shared/phone/useDial.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { chatMessages } from "../chat.messages.ts";
import { roomPath } from "../../../shared/chat/useMessage.ts";
import { parseMessage } from "./markdown.ts";
import type { Block, Inline } from "./markdown.ts";
import styles from "./MessageText.module.css";
import { textParts } from "./textParts.ts";

export interface MessageTextProps {
  readonly text: string;
  /** Usernames that this message mentions, in lower case. */
  readonly mentioned: ReadonlySet<string>;
  /** The user's own username, in lower case. */
  readonly self: string;
}

interface Scene extends Omit<MessageTextProps, "text"> {
  readonly dial: ((number: string) => void) | null;
  readonly callLabel: (number: string) => string;
}

/** CHATUI-10: a message drawn as elements, never as HTML. */
export function MessageText({ text, mentioned, self }: MessageTextProps) {
  const t = useWords(chatMessages);
  const dial = useDial();
  const blocks = useMemo(() => parseMessage(text), [text]);
  const scene: Scene = { mentioned, self, dial, callLabel: (number) => t("chat.callNumber", { number }) };
  return (
    <div className={styles.text} dir="auto" data-big={isOnlyEmoji(text) ? "" : undefined}>
      {blocks.map((block, at) => blockView(block, at, scene))}
    </div>
  );
}

/** Up to three emojis alone are drawn large. */
const isOnlyEmoji = (text: string): boolean =>
  text.length <= 24 && /^(?:(?:\p{Extended_Pictographic}|\p{EMod}|\p{RI}|\u200D|\uFE0F)\s*){1,9}$/u.test(text.trim());

// Functions, not components: a log has thousands of these parts, and each component would be kept and compared.
function blockView(block: Block, key: number, scene: Scene): ReactNode {
  switch (block.kind) {
    case "paragraph":
      return <p key={key}>{inlinesView(block.content, scene)}</p>;
    case "quote":
      return <blockquote key={key}>{block.content.map((one, at) => blockView(one, at, scene))}</blockquote>;
    case "code":
      return (
        // A long line of code scrolls by keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre key={key} tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case "list": {
      const items = block.items.map((item, at) => (
        <li key={at}>{item.map((one, index) => blockView(one, index, scene))}</li>
      ));
      return block.start === null ? (
        <ul key={key}>{items}</ul>
      ) : (
        <ol key={key} start={block.start}>
          {items}
        </ol>
      );
    }
  }
}

/** A text alone is not in a list: React keeps an object for each list and for each text in one, and a log has thousands. */
function inlinesView(content: readonly Inline[], scene: Scene): ReactNode {
  const [first] = content;
  return content.length === 1 && first?.kind === "text"
    ? textView(first.text, scene)
    : content.map((one, at) => inlineView(one, at, scene));
}

function inlineView(inline: Inline, key: number, scene: Scene): ReactNode {
  switch (inline.kind) {
    case "text":
      return textView(inline.text, scene);
    case "break":
      return <br key={key} />;
    case "code":
      return <code key={key}>{inline.text}</code>;
    case "link": {
      const content = inlinesView(inline.content, { ...scene, dial: null });
      if (/^tel:/i.test(inline.href))
        return <Call key={key} number={inline.href.slice(4)} scene={scene} content={content} />;
      const path = ownPath(inline.href);
      if (path !== null)
        return (
          <PageLink key={key} to={path} current={false}>
            <bdi>{content}</bdi>
          </PageLink>
        );
      return (
        <a key={key} href={inline.href} target="_blank" rel="noopener noreferrer nofollow">
          <bdi>{content}</bdi>
        </a>
      );
    }
    case "strong":
    case "em":
    case "del": {
      const Mark = inline.kind;
      return <Mark key={key}>{inlinesView(inline.content, scene)}</Mark>;
    }
  }
}

function textView(text: string, scene: Scene): ReactNode {
  const parts = textParts(text, scene.mentioned);
  if (parts.every(({ kind }) => kind === "text")) return text;
  return parts.map((part, at) => {
    if (part.kind === "number") return <Call key={at} number={part.number} scene={scene} content={part.text} />;
    if (part.kind === "mention")
      return (
        <span key={at} className={styles.mention} data-self={part.name === scene.self || part.isAll ? "" : undefined}>
          {part.text}
        </span>
      );
    if (part.kind === "room") return <RoomName key={at} text={part.text} name={part.name} />;
    return part.text;
  });
}

/** CHATUI-45: the name of one of the user's rooms leads there; to everybody else it is text. */
function RoomName({ text, name }: { readonly text: string; readonly name: string }) {
  const wanted = name.toLowerCase();
  const path = useChat(
    useCallback(
      (client: ChatClient) => {
        for (const id of client.roomIds()) {
          const room = client.room(id)?.room;
          if (room !== undefined && room.type !== "d" && room.name.toLowerCase() === wanted) return roomPath(room);
        }
        return null;
      },
      [wanted],
    ),
  );
  if (path === null) return text;
  return (
    <PageLink to={path} current={false} className={styles.mention}>
      {text}
    </PageLink>
  );
}

/** CHATUI-41: the path of a link into this panel's own chat; null: it leads elsewhere. */
function ownPath(href: string): string | null {
  if (!URL.canParse(href)) return null;
  const { origin, pathname } = new URL(href);
  return origin === location.origin && pathname.startsWith("/chat/") ? pathname : null;
}

interface CallProps {
  readonly number: string;
  readonly scene: Scene;
  readonly content: ReactNode;
}

/** CHATUI-12: a number in a text can be called. */
function Call({ number, scene: { dial, callLabel }, content }: CallProps) {
  if (dial === null) return content;
  return (
    <button type="button" className={styles.call} data-tip={callLabel(number)} onClick={() => dial(number)}>
      {content}
    </button>
  );
}
