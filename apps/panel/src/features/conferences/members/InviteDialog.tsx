import { checkDialable } from "@callpanel/contract";
import type { Conference } from "@callpanel/contract";
import { Dialog, Option } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { usePanel, useService } from "../../../shared/panel.ts";
import { LIVE_BUDDIES } from "../../../shared/live/liveBuddies.ts";
import { NumberRow } from "../../../shared/phone/NumberRow.tsx";
import { OptionSearch } from "../../../shared/phone/OptionSearch.tsx";
import { peopleQuery } from "../../../shared/phone/people.api.ts";
import type { FoundPerson } from "../../../shared/phone/people.api.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { conferencesMessages } from "../conferences.messages.ts";
import { useLiveRoom } from "../useLiveRoom.ts";
import styles from "./InviteDialog.module.css";
import type { RoomActions } from "./useRoomActions.ts";

const WIDTH_PX = 420;

type Invitee = FoundPerson | { readonly kind: "service"; readonly number: string; readonly name: string };

interface InviteDialogProps {
  readonly room: Conference;
  readonly actions: RoomActions;
  readonly onClose: () => void;
}

/** Rings a colleague, or a number that is typed, for the conference (CONFPAGE-6). A refusal leaves the text as it is. */
export function InviteDialog({ room, actions, onClose }: InviteDialogProps) {
  const t = useWords(conferencesMessages);
  const { notices } = usePanel();
  const [search, setSearch] = useState("");
  const [busy, setBusy] = useState(false);
  const found = useInvitees(room, search);
  const invite = async ({ name, number }: Invitee) => {
    if (busy) return;
    setBusy(true);
    const isCalled = await actions.invite(number);
    setBusy(false);
    if (!isCalled) return;
    notices.success(t("conferences.inviting", { name }));
    onClose();
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t("conferences.inviteTitle", { name: room.name })}
      closeLabel={t("conferences.close")}
      width={WIDTH_PX}
    >
      <p className={styles.text}>{t("conferences.inviteText")}</p>
      <OptionSearch
        label={t("conferences.invitee")}
        hint={t("conferences.invitee")}
        listLabel={t("conferences.found.people")}
        search={search}
        onSearch={setSearch}
        items={found}
        keyOf={({ number }) => number}
        onChoose={(invitee) => void invite(invitee)}
        none={t("conferences.nobodyFits", { search })}
      >
        {(invitee, option) => (
          <Option {...option} disabled={busy}>
            <InviteeRow invitee={invitee} />
          </Option>
        )}
      </OptionSearch>
    </Dialog>
  );
}

/** Colleagues who are not there yet, and the number itself where one is typed. */
function useInvitees(room: Conference, search: string): readonly Invitee[] {
  const t = useWords(conferencesMessages);
  const { api, viewer } = usePanel();
  const { members } = useLiveRoom(room);
  const { data: people = [] } = useQuery(peopleQuery(api, search.trim()));
  return useMemo(() => {
    const there = new Set(members.map(({ number }) => number));
    const absent = people.filter(({ number }) => !there.has(number));
    const typed = checkDialable(search, viewer.featureCodes);
    if (!typed.ok || absent.some(({ number }) => number === typed.number)) return absent;
    const name = t("conferences.callNumber", { number: typed.number });
    return [...absent, { kind: "service", name, number: typed.number }];
  }, [members, people, search, t, viewer.featureCodes]);
}

function InviteeRow({ invitee: { kind, name, number } }: { readonly invitee: Invitee }) {
  const liveBuddies = useService(LIVE_BUDDIES);
  const live = useSnapshot(useMemo(() => liveBuddies.of(number), [liveBuddies, number]));
  return (
    <NumberRow
      kind={kind}
      name={name}
      number={number}
      extension={kind === "person" ? number : undefined}
      presence={kind === "person" ? live?.presence : undefined}
    />
  );
}
