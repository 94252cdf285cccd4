import { listBuddies } from "@callpanel/contract";
import { IconButton, IconX } from "@callpanel/ui";
import { PickField } from "../../../shared/pick/PickField.tsx";
import type { PickSource } from "../../../shared/pick/PickField.tsx";
import { useWords } from "../../../shared/words/useWords.ts";
import { videoMessages } from "../video.messages.ts";
import styles from "./PeopleField.module.css";
import type { RoomPerson } from "./room.draft.ts";

/** How many are offered. */
const OFFERED_COUNT = 6;
const MORE_THAN_CHOSEN = 30;

interface PeopleFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly chosen: readonly RoomPerson[];
  readonly onChosen: (chosen: readonly RoomPerson[]) => void;
}

/** Several colleagues, found by name or extension. */
export function PeopleField({ label, hint, chosen, onChosen }: PeopleFieldProps) {
  const t = useWords(videoMessages);
  return (
    <div className={styles.people}>
      <PickField
        label={label}
        hint={hint}
        source={COLLEAGUES}
        most={OFFERED_COUNT}
        isTaken={({ id }) => chosen.some((other) => other.id === id)}
        onPick={(person) => onChosen([...chosen, person])}
      />
      {chosen.length === 0 ? null : (
        <ul className={styles.chips} aria-label={t("video.chosen", { field: label })}>
          {chosen.map((person) => (
            <li key={person.id} className={styles.chip}>
              <bdi>{person.name}</bdi>
              <IconButton
                size="small"
                icon={IconX}
                label={t("video.removePerson", { name: person.name })}
                onClick={() => onChosen(chosen.filter(({ id: other }) => other !== person.id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const COLLEAGUES: PickSource<RoomPerson> = {
  queryKey: ["video-colleagues"],
  find: async (api, search, signal) => {
    const { data } = await api.call(listBuddies, { query: { start: 0, search, limit: MORE_THAN_CHOSEN }, signal });
    return data.map(({ userId, name, exten }) => ({ id: userId, name, extension: exten }));
  },
};
