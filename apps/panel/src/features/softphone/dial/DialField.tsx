import type { PhoneNumber } from "@callpanel/contract";
import { IconBackspace, IconPhone, optionField } from "@callpanel/ui";
import { useId, useLayoutEffect, useRef } from "react";
import { TAKES_SHORTCUTS } from "../../../shared/shortcuts.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { isElsewhere } from "../call/useCallFocus.ts";
import { MatchList, optionFieldOf } from "./MatchList.tsx";
import { usePhone, useSoftphone, useSoftphoneState } from "../softphone.context.ts";
import { kindOf } from "../softphone.api.ts";
import { softphoneMessages } from "../softphone.messages.ts";
import { pressMatchKey, useNumberMatches } from "./useNumberMatches.ts";
import styles from "./DialField.module.css";

/** The field for the number to call, with matches while typing, and the call button. */
export function DialField() {
  const t = useWords(softphoneMessages);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { actions, store, settledField } = useSoftphone();
  const { field, isFieldWanted } = useSoftphoneState();
  const { canCall } = usePhone();
  const list = useNumberMatches({ text: field, settled: settledField, fill: actions.type });

  useLayoutEffect(() => {
    if (!isFieldWanted) return;
    store.dispatch({ type: "fieldFocused" });
    if (document.hasFocus() && !isElsewhere(document.activeElement)) input.current?.focus();
  }, [isFieldWanted, store]);

  /** Enter calls what is highlighted; a feature code may need digits after it. */
  const take = (match: PhoneNumber) => {
    list.choose(match);
    if (kindOf(match) !== "featureCode") actions.dialField();
  };
  /** A name that was typed faster than its matches came: the first of them, if the field still has it. */
  const enter = async () => {
    const match = list.isLate ? await list.first().catch(() => undefined) : undefined;
    if (store.get().field !== field) return;
    if (match === undefined) actions.dialField();
    else take(match);
  };
  const clear = () => {
    actions.type("");
    input.current?.focus();
  };

  return (
    <div className={styles.row}>
      <div className={styles.box}>
        <input
          {...optionField(optionFieldOf(id, list))}
          ref={input}
          type="text"
          inputMode="tel"
          {...TAKES_SHORTCUTS}
          data-dial-field=""
          className={styles.input}
          aria-label={t("softphone.number")}
          placeholder={t("softphone.numberHint")}
          enterKeyHint="go"
          maxLength={64}
          value={field}
          onChange={(event) => {
            actions.type(event.currentTarget.value);
            list.open();
          }}
          onKeyDown={(event) =>
            pressMatchKey(event, { list, text: field, take, enter: () => void enter(), clear: () => actions.type("") })
          }
          onBlur={list.close}
        />
        {field === "" ? null : (
          <button type="button" className={styles.clear} aria-label={t("softphone.clearNumber")} onClick={clear}>
            <IconBackspace size={19} stroke={1.75} aria-hidden />
          </button>
        )}
        <MatchList id={id} list={list} />
      </div>
      <button
        type="button"
        className={styles.call}
        aria-label={t("softphone.call")}
        data-tip={t("softphone.call")}
        // Not `disabled`, so that a click can say why no call is possible (sipua.hint.notReady).
        aria-disabled={!canCall}
        onClick={actions.dialField}
      >
        <IconPhone size={21} stroke={1.9} aria-hidden />
      </button>
    </div>
  );
}
