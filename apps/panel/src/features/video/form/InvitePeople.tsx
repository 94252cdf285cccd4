import type { VideoRoom } from "@callpanel/contract";
import { Button, IconMessage, IconUsersPlus, TextField } from "@callpanel/ui";
import { useState } from "react";
import type { FormEvent } from "react";
import { sayError } from "../../../shared/api/api.ts";
import { isTextable } from "../../../shared/live/sms.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { videoCallMessages } from "../calls/calls.messages.ts";
import { inviteColleague, invitingOf, inviteNumber } from "../calls/invite.ts";
import type { Inviting } from "../calls/invite.ts";
import { videoMessages } from "../video.messages.ts";
import { PeopleField } from "./PeopleField.tsx";
import styles from "./RoomDialog.module.css";
import type { RoomPerson } from "./room.draft.ts";

interface InvitePeopleProps {
  readonly room: VideoRoom;
}

/** VIDEO-25: colleagues are asked to join now, and a telephone gets the link as a text message. */
export function InvitePeople({ room }: InvitePeopleProps) {
  const panel = usePanel();
  const words = useLocaleWords();
  const inviting = invitingOf({ ...panel, words: { get: () => words }, newId: () => crypto.randomUUID() });
  return (
    <section className={styles.part}>
      <Colleagues room={room} inviting={inviting} />
      {inviting.smsFrom() === undefined ? null : <Telephone room={room} inviting={inviting} />}
    </section>
  );
}

interface InviteProps extends InvitePeopleProps {
  readonly inviting: Inviting;
}

function Colleagues({ room, inviting }: InviteProps) {
  const t = useWords(videoMessages);
  const { busy, run } = useInviting();
  const [people, setPeople] = useState<readonly RoomPerson[]>([]);
  const tell = async ({ name, extension }: RoomPerson) => {
    const way = await inviteColleague(inviting, room, extension);
    return inviting.words
      .get()
      .text(videoCallMessages, way === "chat" ? "videoCall.toldByChat" : "videoCall.told", { name });
  };
  return (
    <>
      <PeopleField label={t("video.ask")} hint={t("video.askHint")} chosen={people} onChosen={setPeople} />
      <div className={styles.buttons}>
        <Button
          icon={IconUsersPlus}
          busy={busy}
          disabled={people.length === 0}
          onClick={() => void run(people.map((person) => () => tell(person))).then(() => setPeople([]))}
        >
          {t("video.askDo")}
        </Button>
      </div>
    </>
  );
}

function Telephone({ room, inviting }: InviteProps) {
  const t = useWords(videoMessages);
  const { busy, run } = useInviting();
  const [number, setNumber] = useState("");
  const send = async () => {
    await inviteNumber(inviting, room, number);
    return inviting.words.get().text(videoCallMessages, "videoCall.toldBySms", { number });
  };
  return (
    <form
      className={styles.pair}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (isTextable(number) && !busy) void run([send]);
      }}
    >
      <TextField
        type="tel"
        label={t("video.textTo")}
        maxLength={32}
        value={number}
        onChange={({ currentTarget }) => setNumber(currentTarget.value)}
      />
      <div className={styles.buttons}>
        <Button type="submit" icon={IconMessage} busy={busy} disabled={!isTextable(number)}>
          {t("video.textDo")}
        </Button>
      </div>
    </form>
  );
}

/** One after the other; each result is a notice. */
function useInviting() {
  const { notices } = usePanel();
  const words = useLocaleWords();
  const [busy, setBusy] = useState(false);
  const run = async (steps: readonly (() => Promise<string>)[]): Promise<void> => {
    setBusy(true);
    for (const step of steps)
      await step().then(
        (text) => notices.success(text),
        (error: unknown) => notices.error(words.say(sayError(error, "video.invite"))),
      );
    setBusy(false);
  };
  return { busy, run };
}
