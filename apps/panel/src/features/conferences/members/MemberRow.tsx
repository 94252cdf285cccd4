import type { ConferenceMember } from "@callpanel/contract";
import { Button, IconButton, IconClock, IconMicrophone, IconMicrophoneOff, IconPhoneX } from "@callpanel/ui";
import { PersonAvatar } from "../../../shared/chat/PersonAvatar.tsx";
import { memo } from "react";
import list from "../../../shared/list/Row.module.css";
import { Elapsed } from "../../../shared/live/Elapsed.tsx";
import { usePanel, useService } from "../../../shared/panel.ts";
import { NUMBER_NAMES } from "../../../shared/phone/numberNames.ts";
import { useNumberName } from "../../../shared/phone/useNumberName.ts";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { stateOf } from "../conference.model.ts";
import { conferencesMessages } from "../conferences.messages.ts";
import styles from "./MemberRow.module.css";
import { MemberMenu } from "./MemberMenu.tsx";
import { useOwnMicrophone } from "./useOwnMicrophone.ts";
import type { RoomActions } from "./useRoomActions.ts";

interface MemberRowProps {
  readonly member: ConferenceMember;
  readonly isSelf: boolean;
  /** The viewer may mute and remove others, and let them in. */
  readonly controls: boolean;
  readonly actions: RoomActions;
}

const SIGNS = { talking: IconMicrophone, silent: IconMicrophone, muted: IconMicrophoneOff, waiting: IconClock };

/** A person in a conference: who, whether they talk, since when. Its buttons keep their places in each state. */
export const MemberRow = memo(function MemberRow({ member, isSelf, controls, actions }: MemberRowProps) {
  const t = useWords(conferencesMessages);
  const { name, number } = useShownMember(member);
  const turnOn = useOwnMicrophone();
  const state = stateOf(member);
  const Sign = SIGNS[state];
  const { channel, muted, microphoneOff, waiting, mutedByRoom } = member;
  const word = state !== "muted" ? state : mutedByRoom ? "mutedByRoom" : microphoneOff ? "microphoneOff" : state;
  return (
    <li className={styles.member} aria-label={t("conferences.member", { name })} data-state={state}>
      <PersonAvatar name={name} extension={member.number} size={36} />
      <div className={styles.who}>
        <span className={styles.name}>
          <bdi className={list.cut} data-tip={name}>
            {name}
          </bdi>
          {isSelf ? <span className={list.chip}>{t("conferences.you")}</span> : null}
          {member.admin ? <span className={list.chip}>{t("conferences.admin")}</span> : null}
          {member.invited && !member.admin ? <span className={list.chip}>{t("conferences.invited")}</span> : null}
        </span>
        <span className={styles.facts}>
          <span className={styles.state}>
            <Sign size={15} stroke={2} aria-hidden />
            {t(`conferences.state.${word}`)}
          </span>
          {number === "" || number === name ? null : <span className={list.digits}>{number}</span>}
          <Elapsed since={member.joinedAt} className={list.digits} />
        </span>
      </div>
      <div className={styles.actions}>
        {isSelf ? null : <MemberMenu number={member.number} />}
        {waiting && controls ? (
          <Button look="primary" onClick={() => actions.letIn(channel)}>
            {t("conferences.letIn")}
          </Button>
        ) : isSelf || controls ? (
          <IconButton
            label={t(muted ? "conferences.unmute" : "conferences.mute")}
            icon={muted ? IconMicrophone : IconMicrophoneOff}
            look="outline"
            // Only an admin unmutes a member who was muted by the room, and only members turn on their own microphone.
            disabled={waiting || (mutedByRoom && !controls) || (microphoneOff && !isSelf)}
            onClick={() => {
              if (microphoneOff) turnOn(channel);
              else actions.mute(channel, !muted);
            }}
          />
        ) : null}
        {controls && !isSelf ? (
          <IconButton
            label={t("conferences.kick")}
            icon={IconPhoneX}
            className={styles.kick}
            onClick={() => actions.kick(channel)}
          />
        ) : null}
      </div>
    </li>
  );
});

/** The name as the phone system gives it, else as the contacts know the number. */
function useShownMember({ name, number }: ConferenceMember) {
  const t = useWords(conferencesMessages);
  const { viewer } = usePanel();
  const numberText = useNumberText(viewer);
  const numberNames = useService(NUMBER_NAMES);
  const contact = useNumberName(numberNames, name === "" && number !== "" ? number : null);
  const shown = number === "" ? "" : numberText(number);
  return { name: name || contact?.name || shown || t("conferences.someone"), number: shown };
}
