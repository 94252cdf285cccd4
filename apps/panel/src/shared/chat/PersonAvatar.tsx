import { Avatar } from "@callpanel/ui";
import type { AvatarProps } from "@callpanel/ui";
import { useContext } from "react";
import { PanelContext } from "../panel.ts";
import { useChatUsers } from "./chatPeople.ts";
import { PresenceDot } from "./PresenceDot.tsx";
import styles from "./PersonAvatar.module.css";

export interface PersonAvatarProps extends AvatarProps {
  /** By which a colleague is known in chat; others have no dot. */
  readonly uid?: string | undefined;
  readonly username?: string | undefined;
  readonly extension?: string | undefined;
  /** In a control with a name of its own: presence is a tooltip only. */
  readonly silent?: boolean;
}

/** CHATUI-30: a person's picture; that of a colleague has their presence in chat, if the viewer has chat. */
export function PersonAvatar(props: PersonAvatarProps) {
  const hasChat = useContext(PanelContext)?.viewer.flags.chatsRead === true;
  const { uid, username, extension, name, src, size, state } = props;
  const isNamed = [uid, username, extension].some((one) => one !== undefined && one !== "");
  if (!hasChat || !isNamed) return <Avatar name={name} src={src} {...(size !== undefined && { size })} state={state} />;
  return <Known {...props} />;
}

function Known({ uid, username, extension, silent, src, ...avatar }: PersonAvatarProps) {
  const { byUid, byUsername, byExtension } = useChatUsers();
  const user = byUid.get(uid ?? "") ?? byUsername.get(username ?? "") ?? byExtension.get(extension ?? "");
  const known = uid ?? user?.chatUserId;
  const picture = <Avatar {...avatar} src={src ?? user?.avatar} />;
  if (known === undefined) return picture;
  return (
    <span className={styles.picture}>
      {picture}
      <PresenceDot uid={known} atCorner small={(avatar.size ?? 40) < 32} silent={silent} />
    </span>
  );
}
