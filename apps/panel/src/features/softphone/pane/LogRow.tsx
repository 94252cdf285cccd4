import type { CallLogEntry } from "@callpanel/webphone";
import {
  IconArrowForwardUp,
  IconButton,
  IconDots,
  IconPhoneIncoming,
  IconPhoneOutgoing,
  IconPhoneX,
} from "@callpanel/ui";
import { useState } from "react";
import { useFormats } from "../../../shared/formats/useFormats.ts";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";
import { useDestination } from "../../../shared/phone/useDestination.ts";
import type { CallDestination } from "../../../shared/phone/useDestination.ts";
import { useNumberName } from "../../../shared/phone/useNumberName.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { LogMenu } from "./LogMenu.tsx";
import { useSoftphone } from "../softphone.context.ts";
import { softphoneMessages } from "../softphone.messages.ts";
import { cleanName } from "../softphone.model.ts";
import styles from "./PaneRow.module.css";

const SIGNS = {
  in: IconPhoneIncoming,
  out: IconPhoneOutgoing,
  mis: IconPhoneX,
  declined: IconPhoneX,
  forwarded: IconArrowForwardUp,
} as const;

/** The kind of the call: one that was answered at the forward destination is neither missed nor answered here. */
function kindOf({ dir, declined, diverted }: CallLogEntry): keyof typeof SIGNS {
  if (declined) return "declined";
  return diverted && dir === "in" ? "forwarded" : dir;
}

export interface LoggedCall extends CallLogEntry {
  /** For a dialed call: what was called, if the call history knows it. */
  readonly called?: CallDestination;
}

const PERSON: CallDestination = { destination: null, to: "" };

/** A past call: a click dials; a right click or More opens the other actions for the number. */
export function LogRow({ entry }: { readonly entry: LoggedCall }) {
  const t = useWords(softphoneMessages);
  const formats = useFormats();
  const { actions, clock, numberNames, viewer } = useSoftphone();
  const write = useNumberText(viewer);
  const number = write(entry.num);
  const [opened, setOpened] = useState(false);
  const kind = kindOf(entry);
  const Sign = SIGNS[kind];
  const service = useDestination(entry.called ?? PERSON);
  const own = cleanName(entry.name);
  const contact = useNumberName(numberNames, own === "" || own === entry.num ? entry.num : null);
  const found = cleanName(contact?.name ?? "") || own;
  const name = found || (service ?? "");
  // "Main" alone does not say that it is a parking lot; *86 Music on Hold repeats its name.
  const place = service === null || service.includes(found) ? number : service;
  const when = formats.recent(entry.time, clock.now());
  const { diverted } = entry;
  const why = diverted && t(`softphone.log.why.${diverted.why}`, { to: write(diverted.to) });
  const said = t(`softphone.log.${kind}`);
  const direction = why === undefined ? said : kind === "forwarded" ? why : `${said}: ${why}`;
  // What is on the screen is in the name of the button, in the same order (WCAG 2.5.3). Why it did not ring needs the space.
  const shownNumber = found === "" || why !== undefined ? "" : place;
  const isPlain = shownNumber !== "" && !entry.declined;
  const detail = isPlain ? place : [shownNumber, direction].filter(Boolean).join(", ");
  const peer = [name || number, shownNumber].filter(Boolean).join(" ");
  return (
    // The right click is a shortcut to More, which is a button.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={styles.logRow}
      onContextMenu={(event) => {
        event.preventDefault();
        setOpened(true);
      }}
    >
      <button
        type="button"
        className={styles.row}
        data-dir={entry.dir}
        aria-label={t("softphone.log.dial", { peer, direction, when })}
        onClick={() => actions.dial(entry.num)}
      >
        <span className={styles.sign} data-tip={direction}>
          <Sign size={18} stroke={1.75} aria-hidden />
        </span>
        <span className={styles.who}>
          <bdi className={styles.name}>{name || number}</bdi> <span className={styles.detail}>{detail}</span>
        </span>
      </button>
      {/* Not in the button: its name says the direction before the time (WCAG 2.5.3). */}
      <time className={styles.when} dateTime={new Date(entry.time).toISOString()}>
        {when}
      </time>
      <span className={styles.more}>
        <IconButton
          icon={IconDots}
          size="small"
          label={t("softphone.log.more", { peer })}
          aria-haspopup="menu"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        />
        {opened ? <LogMenu number={entry.num} name={name} onClose={() => setOpened(false)} /> : null}
      </span>
    </div>
  );
}
