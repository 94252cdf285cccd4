import type { Conference } from "@callpanel/contract";
import {
  Button,
  IconLock,
  IconLockOpen,
  IconPlayerRecord,
  IconPlayerStop,
  IconUserPlus,
  IconUsersGroup,
  StatePanel,
} from "@callpanel/ui";
import { lazy, Suspense, useState } from "react";
import { DrawerFrame, DrawerHead, DrawerTools } from "../../../shared/drawer/Drawer.tsx";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { memberRights, ownMember } from "../conference.model.ts";
import { conferencesMessages } from "../conferences.messages.ts";
import { JoinButton } from "../JoinButton.tsx";
import { useLiveRoom } from "../useLiveRoom.ts";
import { useOwnChannels } from "../useOwnChannels.ts";
import { RecordingMark } from "../RecordingMark.tsx";
import { MemberRow } from "./MemberRow.tsx";
import styles from "./MembersDrawer.module.css";
import { useRoomActions } from "./useRoomActions.ts";

const InviteDialog = lazy(async () => ({ default: (await import("./InviteDialog.tsx")).InviteDialog }));

interface MembersDrawerProps {
  readonly room: Conference;
  readonly focus: "taken" | "left";
  readonly onClose: () => void;
}

/** The members of a conference, live, and what the viewer may do there (CONFPAGE-4, CONFPAGE-5). */
export function MembersDrawer({ room, focus, onClose }: MembersDrawerProps) {
  const t = useWords(conferencesMessages);
  const { viewer } = usePanel();
  const { members, locked, recording } = useLiveRoom(room);
  const own = ownMember(members, useOwnChannels());
  const rights = memberRights({ rights: viewer.rights, userId: viewer.user.id }, room, own);
  const actions = useRoomActions(room);
  const [isInviting, setInviting] = useState(false);
  const { name, number, max_users: most } = room;
  return (
    <DrawerFrame label={t("conferences.one", { name })} focus={focus} onClose={onClose}>
      <DrawerHead title={<bdi>{name}</bdi>} closeLabel={t("conferences.close")} onClose={onClose}>
        <span className={styles.facts}>
          <span>{number}</span>
          <span>
            {most === 0
              ? t("conferences.people", { count: members.length })
              : t("conferences.full", { count: members.length, max: most })}
          </span>
          {recording ? <RecordingMark /> : null}
          {room.pin === null ? null : <span>{t("conferences.pinIs", { pin: room.pin })}</span>}
        </span>
      </DrawerHead>
      <DrawerTools>
        <JoinButton room={room} onJoin={() => undefined} />
        {rights.invites ? (
          <Button icon={IconUserPlus} disabled={room.disabled} onClick={() => setInviting(true)}>
            {t("conferences.invite")}
          </Button>
        ) : null}
        {rights.controls ? (
          <Button
            icon={locked ? IconLockOpen : IconLock}
            // A lock ends with the last member.
            disabled={members.length === 0}
            onClick={() => actions.lock(!locked)}
          >
            {t(locked ? "conferences.unlock" : "conferences.lock")}
          </Button>
        ) : null}
        {rights.records ? (
          <Button
            icon={recording ? IconPlayerStop : IconPlayerRecord}
            // It ends with the last member.
            disabled={members.length === 0}
            onClick={() => actions.record(!recording)}
          >
            {t(recording ? "conferences.stopRecording" : "conferences.record")}
          </Button>
        ) : null}
      </DrawerTools>
      <section aria-label={t("conferences.members")}>
        {members.length === 0 ? (
          <StatePanel
            icon={IconUsersGroup}
            title={t("conferences.nobodyTitle")}
            text={room.disabled ? "" : t("conferences.nobodyText")}
          />
        ) : (
          <ul className={styles.members}>
            {members.map((member) => (
              <MemberRow
                key={member.channel}
                member={member}
                isSelf={member === own}
                controls={rights.controls}
                actions={actions}
              />
            ))}
          </ul>
        )}
      </section>
      <Suspense fallback={null}>
        {isInviting ? <InviteDialog room={room} actions={actions} onClose={() => setInviting(false)} /> : null}
      </Suspense>
    </DrawerFrame>
  );
}
