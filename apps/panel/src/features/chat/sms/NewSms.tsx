import { listContacts, newConversation, SMS_LIMITS, smsSegments } from "@callpanel/contract";
import type { Contact } from "@callpanel/contract";
import { Button, IconButton, IconX, Option, SelectField, TextArea } from "@callpanel/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { FormEvent } from "react";
import { sayError } from "../../../shared/api/api.ts";
import { SMS } from "../../../shared/live/sms.ts";
import { usePanel, useService } from "../../../shared/panel.ts";
import { NumberRow } from "../../../shared/phone/NumberRow.tsx";
import { OptionSearch } from "../../../shared/phone/OptionSearch.tsx";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useGoAfter } from "../../../shared/useGoAfter.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { conversationPath } from "../chat.model.ts";
import dialogs from "../dialogs/Dialogs.module.css";
import styles from "./NewSms.module.css";
import { SmsCount } from "./SmsComposer.tsx";
import { smsDialogsMessages } from "./smsDialogs.messages.ts";

export interface NewSmsProps {
  /** Empty: none is chosen yet. */
  readonly number: string;
  readonly onClose: () => void;
}

interface Destination {
  readonly number: string;
  /** Empty if unknown. */
  readonly name: string;
}

/** SMSUI-11: a text message to a number, from one of the user's numbers. */
export function NewSms({ number, onClose }: NewSmsProps) {
  const t = useWords(smsDialogsMessages);
  const words = useLocaleWords();
  const goAfter = useGoAfter();
  const { api, viewer } = usePanel();
  const write = useNumberText(viewer);
  const numbers = useSnapshot(useService(SMS).numbers);
  const [chosen, setChosen] = useState<Destination | null>(number === "" ? null : { number, name: "" });
  const [from, setFrom] = useState<string | null>(null);
  const [message, setMessage] = useState("");
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const own = numbers?.data ?? [];
  const did = from ?? own[0]?.number;
  const { segments } = smsSegments(message.trim());
  const isReady = chosen !== null && did !== undefined && segments > 0 && segments <= SMS_LIMITS.segments;
  const send = async () => {
    if (!isReady || busy) return;
    setBusy(true);
    setError(null);
    const go = goAfter();
    try {
      const { room } = await api.call(newConversation, {
        body: {
          is_sms: "true",
          sms_destination: chosen.number,
          from_did: did,
          message: message.trim(),
          client_id: clientId,
        },
      });
      onClose();
      go(conversationPath(room));
    } catch (failure) {
      setError(words.say(sayError(failure, "chats.sms.send")));
      setBusy(false);
    }
  };
  // What was changed is another message; what is sent again unchanged is the same one.
  const change = (apply: () => void) => {
    apply();
    setClientId(crypto.randomUUID());
  };
  if (numbers !== null && (own.length === 0 || numbers.carrier === "none"))
    return (
      <p className={dialogs.text} role="alert">
        {t(own.length === 0 ? "sms.d.noNumber" : "sms.d.noCarrier")}
      </p>
    );
  return (
    <form
      className={dialogs.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send();
      }}
    >
      <p className={dialogs.text}>{t("sms.d.text")}</p>
      {chosen === null ? (
        <DestinationField onChosen={(next) => change(() => setChosen(next))} />
      ) : (
        <div className={dialogs.people}>
          <span className={dialogs.label}>{t("sms.d.to")}</span>
          <span className={dialogs.chip}>
            <bdi>{chosen.name === "" ? write(chosen.number) : `${chosen.name} · ${write(chosen.number)}`}</bdi>
            <IconButton
              size="small"
              icon={IconX}
              label={t("sms.d.remove")}
              onClick={() => change(() => setChosen(null))}
            />
          </span>
        </div>
      )}
      <SelectField
        label={t("sms.d.from")}
        choices={own.map((one) => ({ value: one.number, label: `${one.name} ${write(one.number)}`.trim() }))}
        value={did ?? ""}
        onChange={(next) => change(() => setFrom(next))}
      />
      <TextArea
        label={t("sms.d.message")}
        data-autofocus={number === "" ? undefined : true}
        required
        value={message}
        onChange={(event) => {
          const { value } = event.currentTarget;
          change(() => setMessage(value));
        }}
      />
      <SmsCount text={message.trim()} />
      {error === null ? null : (
        <p className={dialogs.error} role="alert">
          {error}
        </p>
      )}
      <div className={dialogs.buttons}>
        <Button onClick={onClose}>{t("sms.d.cancel")}</Button>
        <Button type="submit" look="primary" busy={busy} disabled={!isReady}>
          {t("sms.d.send")}
        </Button>
      </div>
    </form>
  );
}

const FOUND_MOST = 8;

/** Contacts by name or number; a number that is typed can be chosen as it is. */
function DestinationField({ onChosen }: { readonly onChosen: (chosen: Destination) => void }) {
  const t = useWords(smsDialogsMessages);
  const { viewer } = usePanel();
  const write = useNumberText(viewer);
  const [search, setSearch] = useState("");
  const found = useFoundNumbers(search.trim());
  const typed = search.replace(/[^\d+]/g, "");
  const isNumber = /^\+?\d{7,15}$/.test(typed) && /^[\d\s()+./-]*$/.test(search);
  const items: readonly Destination[] = [...(isNumber ? [{ number: typed, name: "" }] : []), ...found];
  return (
    <div className={styles.to}>
      <span className={dialogs.label}>{t("sms.d.to")}</span>
      <OptionSearch
        label={t("sms.d.to")}
        hint={t("sms.d.toHint")}
        listLabel={t("sms.d.found")}
        search={search}
        onSearch={setSearch}
        items={items}
        keyOf={({ number, name }) => `${name}/${number}`}
        onChoose={onChosen}
        none={t("sms.d.nobody", { search })}
      >
        {({ number, name }, option) => (
          <Option {...option}>
            <NumberRow kind="person" name={name === "" ? t("sms.d.toNumber") : name} number={write(number)} />
          </Option>
        )}
      </OptionSearch>
    </div>
  );
}

function useFoundNumbers(search: string): readonly Destination[] {
  const { api, viewer } = usePanel();
  const { contactsRead, contactsManagePersonal } = viewer.flags;
  const of = (is_personal: boolean, enabled: boolean) => ({
    queryKey: ["contacts", "texting", is_personal, search],
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<readonly Contact[]> =>
      (await api.call(listContacts, { query: { start: 0, limit: FOUND_MOST, search, is_personal }, signal })).data,
    enabled: enabled && search !== "",
    placeholderData: keepPreviousData,
  });
  const { data: shared = [] } = useQuery(of(false, contactsRead));
  const { data: personal = [] } = useQuery(of(true, contactsManagePersonal));
  if (search === "") return [];
  return [...personal, ...shared]
    .flatMap((contact) =>
      contact.phone_numbers.map(({ phone_number: number }) => ({
        number,
        name: [contact.first_name, contact.last_name].filter(Boolean).join(" ") || contact.company || number,
      })),
    )
    .slice(0, FOUND_MOST);
}
