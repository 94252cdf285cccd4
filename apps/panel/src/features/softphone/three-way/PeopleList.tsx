import type { CallSnapshot } from "@callpanel/webphone";
import {
  IconMicrophoneOff,
  IconPhoneCall,
  IconPhoneOutgoing,
  IconPhoneX,
  IconPlayerPause,
  IconVolume,
  IconX,
} from "@callpanel/ui";
import { PersonAvatar } from "../../../shared/chat/PersonAvatar.tsx";
import type { Icon } from "@callpanel/ui";
import type { ThreeWayPerson } from "@callpanel/contract";
import { useNumberName } from "../../../shared/phone/useNumberName.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { useSoftphone } from "../softphone.context.ts";
import { callMessages } from "../call.messages.ts";
import { cleanName } from "../softphone.model.ts";
import { listedPeople } from "./people.model.ts";
import type { ListedPerson } from "./people.model.ts";
import { nameOfPerson } from "./people.store.ts";
import { usePeople } from "./usePeople.ts";
import styles from "./PeopleList.module.css";

type Doing = Exclude<ThreeWayPerson["state"], "in"> | "talking" | "onHold" | "muted" | "present";

const SIGNS: Readonly<Record<Doing, Icon>> = {
  talking: IconVolume,
  onHold: IconPlayerPause,
  muted: IconMicrophoneOff,
  present: IconPhoneCall,
  ringing: IconPhoneOutgoing,
  declined: IconPhoneX,
  busy: IconPhoneX,
  noAnswer: IconPhoneX,
  failed: IconPhoneX,
};

/** A person who is heard is talking, even if their phone reports its microphone as off. */
function doingOf({ state, talking, held, muted }: ThreeWayPerson): Doing {
  if (state !== "in") return state;
  if (held) return "onHold";
  if (talking) return "talking";
  return muted ? "muted" : "present";
}

/** The people of a three-way call, each with their state (SOFT-71); renders nothing for a call of two. */
export function PeopleList({ call }: { readonly call: CallSnapshot }) {
  const t = useWords(callMessages);
  const { viewer } = useSoftphone();
  const found = usePeople(call);
  if (found === null) return null;
  const people = listedPeople(found.threeWay, { channel: found.channel, extension: viewer.user.extension });
  if (people.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={t("softphone.people.list")}>
      {people.map((listed) => (
        <Person key={listed.person.id} listed={listed} confno={found.threeWay.confno} />
      ))}
    </ul>
  );
}

interface PersonProps {
  readonly listed: ListedPerson;
  readonly confno: string;
}

function Person({ listed: { person, isSelf, isRemovable }, confno }: PersonProps) {
  const t = useWords(callMessages);
  const { actions, numberNames } = useSoftphone();
  const isUnnamed = cleanName(person.name) === "";
  const known = useNumberName(numberNames, isUnnamed ? person.number : null)?.name;
  const name = (isUnnamed && known !== undefined && cleanName(known)) || nameOfPerson(person);
  const doing = doingOf(person);
  const Sign = SIGNS[doing];
  return (
    <li className={styles.person} data-state={doing} aria-label={isSelf ? t("softphone.people.you") : name}>
      <PersonAvatar name={name} extension={person.number} size={28} />
      <span className={styles.who}>
        <bdi className={styles.name} data-tip={name}>
          {isSelf ? t("softphone.people.you") : name}
        </bdi>
        <span className={styles.state}>
          <Sign size={14} stroke={2} aria-hidden />
          {t(`softphone.people.${doing}`)}
        </span>
      </span>
      {isRemovable ? (
        <button
          type="button"
          data-risky=""
          className={styles.remove}
          aria-label={t(person.state === "ringing" ? "softphone.people.cancel" : "softphone.people.remove", { name })}
          data-tip={t(person.state === "ringing" ? "softphone.people.cancel" : "softphone.people.remove", { name })}
          onClick={() => actions.removePerson({ confno, id: person.id })}
        >
          <IconX size={16} stroke={2} aria-hidden />
        </button>
      ) : (
        <span className={styles.place} aria-hidden />
      )}
    </li>
  );
}
