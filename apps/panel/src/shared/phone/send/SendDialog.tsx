import { checkDialable } from "@callpanel/contract";
import { Button, Dialog, IconPhone, IconTransfer } from "@callpanel/ui";
import { useState } from "react";
import { useSnapshot } from "../../store.ts";
import type { Readable } from "../../store.ts";
import { useWords } from "../../words/useWords.ts";
import type { MoveTarget, Verdict } from "../moving.ts";
import type { Destination } from "./destination.ts";
import { sendMessages } from "./send.messages.ts";
import { fitsManner, isFree } from "./send.model.ts";
import type { Manner, SendOrder } from "./send.model.ts";
import { SendField } from "./SendField.tsx";
import type { SendList, SendSources } from "./useSendTargets.ts";
import styles from "./SendDialog.module.css";

const WIDTH_PX = 460;

export interface SendDialogProps {
  readonly sources: SendSources;
  readonly title: string;
  /** The label of the button that sends the call. */
  readonly submit: string;
  /** What is sent from where, in a sentence. */
  readonly who: string;
  /** The party that goes. */
  readonly peer: string;
  readonly destination: Destination;
  readonly list: SendList;
  /** How a call of this kind can go; with a single manner there is no choice. */
  readonly manners: readonly Manner[];
  /** Whether callers can be sent to the mailbox of that extension. */
  readonly hasBox: (extension: string) => boolean;
  readonly error: string | undefined;
  readonly busy?: boolean;
  readonly verdictOn?: (target: MoveTarget) => Readable<Verdict>;
  readonly onSend: (order: SendOrder) => void;
  readonly onClose: () => void;
}

/** Where a call goes, how, and what happens then: for `Transfer` and `Move to…` (SEND-1 to SEND-5). */
export function SendDialog(props: SendDialogProps) {
  const { sources, title, submit, who, peer, destination, list, manners, hasBox, error, busy, verdictOn } = props;
  const t = useWords(sendMessages);
  const text = useSnapshot(destination).trim();
  const [manner, setManner] = useState<Manner>("blind");
  const [taken, setTaken] = useState<MoveTarget | null>(null);
  // The text of the field when the call was sent: a refusal is about that text.
  const [sentText, setSentText] = useState("");
  const chosen = taken?.number === text ? taken : null;
  // To dial a slot would retrieve the call that is parked there.
  const target = chosen ?? list.slotAt(text) ?? null;
  const isPossible = (one: Manner, goal: MoveTarget | null) =>
    fitsManner(goal, one, goal !== null && hasBox(goal.number));
  const present = isPossible(manner, target) ? manner : "blind";
  const order = (wanted: SendOrder) => {
    setSentText(text);
    props.onSend(wanted);
  };
  const send = () => {
    if (text !== "") order({ manner: present, number: text, target });
  };
  const acts = (["attended", "blind"] as const)
    .filter((one) => manners.includes(one))
    .map((one) => ({
      id: one,
      label: one === "attended" ? t("send.attendedHint") : submit,
      icon: one === "attended" ? IconPhone : IconTransfer,
      fits: (goal: MoveTarget) => isPossible(one, goal),
      run: (goal: MoveTarget) => order({ manner: one, number: goal.number, target: goal }),
    }));
  return (
    <Dialog opened onClose={props.onClose} title={title} closeLabel={t("send.close")} width={WIDTH_PX}>
      <div className={styles.form}>
        <p className={styles.who}>{who}</p>
        <SendField
          sources={sources}
          destination={destination}
          list={list}
          label={t("send.destination")}
          error={text === sentText ? error : undefined}
          chosen={chosen}
          onChoose={(goal) => {
            setTaken(goal);
            destination.type(goal.number);
          }}
          onEnter={send}
          acts={acts}
          verdictOn={verdictOn}
        />
        {manners.length === 1 ? null : (
          <MannerChoice
            manners={manners}
            chosen={present}
            isOpen={(one) => one === "blind" || (one === "attended" && target === null) || isPossible(one, target)}
            onChoose={setManner}
          />
        )}
        <div className={styles.foot}>
          <p className={styles.happens} aria-live="polite">
            <Happens sources={sources} peer={peer} text={text} target={target} manner={present} />
          </p>
          <Button look="primary" icon={IconTransfer} busy={busy} disabled={text === ""} onClick={send}>
            {submit}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

interface MannerChoiceProps {
  readonly manners: readonly Manner[];
  readonly chosen: Manner;
  readonly isOpen: (manner: Manner) => boolean;
  readonly onChoose: (manner: Manner) => void;
}

function MannerChoice({ manners, chosen, isOpen, onChoose }: MannerChoiceProps) {
  const t = useWords(sendMessages);
  return (
    <fieldset className={styles.manners} aria-label={t("send.manner")}>
      {manners.map((one) => (
        <label key={one} className={styles.manner}>
          <input
            type="radio"
            name="manner"
            value={one}
            checked={chosen === one}
            disabled={!isOpen(one)}
            aria-label={t(`send.${one}`)}
            onChange={() => onChoose(one)}
          />
          <span>
            <span className={styles.word}>{t(`send.${one}`)}</span>
            <span className={styles.note}>{t(`send.${one}Hint`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface HappensProps {
  readonly sources: SendSources;
  readonly peer: string;
  readonly text: string;
  readonly target: MoveTarget | null;
  readonly manner: Manner;
}

/** SEND-4: what the button will do, before it is pressed. */
function Happens({ sources: { liveBuddies }, peer, text, target, manner }: HappensProps) {
  const t = useWords(sendMessages);
  if (target === null && !isNumber(text)) return t("send.happens.pick");
  const values = { peer, name: target?.name ?? text };
  if (manner !== "blind") return t(`send.happens.${manner}`, values);
  switch (target?.kind) {
    case undefined:
    case "outside":
      return t("send.happens.number", values);
    case "person":
      return t(
        isFree(liveBuddies.of(target.number).get()?.presence) ? "send.happens.rings" : "send.happens.away",
        values,
      );
    case "slot":
      return t("send.happens.slot", { ...values, name: target.number });
    default:
      return t(`send.happens.${target?.kind ?? "service"}`, values);
  }
}

function isNumber(text: string): boolean {
  const check = checkDialable(text);
  return check.ok || check.code === "sipua.error.invalidFeatureCode";
}
