import type { Buddy } from "@callpanel/contract";
import { useMemo } from "react";
import { PersonAvatar } from "../../../shared/chat/PersonAvatar.tsx";
import { sendMessages } from "../../../shared/phone/send/send.messages.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import row from "../pane/PaneRow.module.css";
import { useSoftphone } from "../softphone.context.ts";
import { softphoneMessages } from "../softphone.messages.ts";

/** A favorite colleague, with the state of their phone; a click calls. */
export function FavoriteRow({ buddy }: { readonly buddy: Buddy }) {
  const t = useWords(softphoneMessages);
  const say = useWords(sendMessages);
  const { actions, liveBuddies } = useSoftphone();
  const { exten, name, pictureProfileUrl } = buddy;
  const live = useSnapshot(useMemo(() => liveBuddies.of(exten), [liveBuddies, exten]));
  const presence = live?.presence;
  const doing = presence === undefined || presence === "unknown" ? "" : say(`send.presence.${presence}`);
  return (
    <button
      type="button"
      className={row.row}
      aria-label={t("softphone.contacts.dial", { name: [name, doing].filter(Boolean).join(", "), number: exten })}
      onClick={() => actions.dial(exten)}
    >
      <PersonAvatar silent name={name} extension={exten} src={pictureProfileUrl} size={36} state={presence} />
      <span className={row.who}>
        <bdi className={row.name}>{name}</bdi> <span className={row.detail}>{doing}</span>
      </span>{" "}
      <span className={row.when}>{exten}</span>
    </button>
  );
}
