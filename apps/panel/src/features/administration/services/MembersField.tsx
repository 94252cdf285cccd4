import { AGENT_PENALTY_MAX } from "@callpanel/contract";
import type { ServicePerson } from "@callpanel/contract";
import {
  IconArrowUp,
  IconButton,
  IconX,
  Option,
  OptionList,
  optionField,
  SelectField,
  stepOption,
  TextField,
} from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { KeyboardEvent } from "react";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { memberOf } from "./service.model.ts";
import type { Member } from "./service.model.ts";
import { peopleQuery } from "./services.api.ts";
import { servicesMessages } from "./services.messages.ts";
import styles from "./Service.module.css";

export interface MembersFieldProps {
  readonly members: readonly Member[];
  /** Agents have a penalty, an order, and log in; admins are people alone. */
  readonly areAgents: boolean;
  readonly readOnly: boolean;
  readonly onChange: (members: readonly Member[]) => void;
}

/** SERVICES-5: the agents of a queue, or the admins of a room. */
export function MembersField({ members, areAgents, readOnly, onChange }: MembersFieldProps) {
  const t = useWords(servicesMessages);
  const put = (changed: Member) => onChange(members.map((one) => (one.username === changed.username ? changed : one)));
  const moveUp = (at: number) => {
    const moved = members[at];
    if (moved === undefined || at === 0) return;
    onChange([...members.slice(0, at - 1), moved, ...members.slice(at - 1, at), ...members.slice(at + 1)]);
  };
  return (
    <>
      {members.length === 0 ? null : (
        <ul className={styles.members}>
          {members.map((member, at) => (
            <li key={member.username} className={styles.member}>
              <span className={styles.who}>
                <bdi>{member.name}</bdi> <span className={styles.dim}>{member.extension}</span>
              </span>
              {areAgents ? <AgentFields member={member} readOnly={readOnly} onChange={put} /> : null}
              {readOnly ? null : (
                <>
                  {areAgents ? (
                    <IconButton
                      icon={IconArrowUp}
                      label={t("services.moveUp", { name: member.name })}
                      disabled={at === 0}
                      onClick={() => moveUp(at)}
                    />
                  ) : null}
                  <IconButton
                    icon={IconX}
                    label={t("services.removePerson", { name: member.name })}
                    onClick={() => onChange(members.filter(({ username }) => username !== member.username))}
                  />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {readOnly ? null : <AddPerson taken={members} onAdd={(person) => onChange([...members, memberOf(person)])} />}
    </>
  );
}

interface AgentFieldsProps {
  readonly member: Member;
  readonly readOnly: boolean;
  readonly onChange: (member: Member) => void;
}

function AgentFields({ member, readOnly, onChange }: AgentFieldsProps) {
  const t = useWords(servicesMessages);
  const { name, penalty, login } = member;
  return (
    <>
      <SelectField<Member["login"]>
        label={t("services.login", { name })}
        silentLabel
        choices={[
          { value: "always", label: t("services.login.always") },
          { value: "by_code", label: t("services.login.by_code") },
        ]}
        value={login}
        disabled={readOnly}
        onChange={(chosen) => onChange({ ...member, login: chosen })}
      />
      <TextField
        className={styles.penalty}
        label={t("services.penalty", { name })}
        silentLabel
        placeholder={t("services.penaltyShort")}
        title={t("services.penaltyShort")}
        inputMode="numeric"
        readOnly={readOnly}
        value={String(penalty)}
        onChange={({ currentTarget }) => {
          const typed = Number(currentTarget.value.replace(/\D/g, ""));
          onChange({ ...member, penalty: Math.min(typed, AGENT_PENALTY_MAX) });
        }}
      />
    </>
  );
}

interface AddPersonProps {
  readonly taken: readonly Member[];
  readonly onAdd: (person: ServicePerson) => void;
}

/** Finds a person of the company by name, username or extension. */
function AddPerson({ taken, onAdd }: AddPersonProps) {
  const t = useWords(servicesMessages);
  const { api } = usePanel();
  const id = useId();
  const [search, setSearch] = useState("");
  const [marked, setMarked] = useState(0);
  const wanted = search.trim();
  const { data = [], isSuccess } = useQuery({ ...peopleQuery(api, wanted), enabled: wanted !== "" });
  const free = wanted === "" ? [] : data.filter((one) => taken.every(({ username }) => username !== one.username));
  const at = Math.min(marked, free.length - 1);
  const choose = (person: ServicePerson) => {
    onAdd(person);
    setSearch("");
    setMarked(0);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || wanted === "") return;
    const next = stepOption(event.key, at, free.length);
    if (next !== null) setMarked(next);
    else if (event.key === "Escape") setSearch("");
    else if (event.key === "Enter" && free[at] !== undefined) choose(free[at]);
    else if (event.key !== "Enter") return;
    event.preventDefault();
  };
  return (
    <div className={styles.box}>
      <TextField
        {...optionField({ listId: id, opened: free.length > 0, markedId: at < 0 ? undefined : `${id}-${at}` })}
        label={t("services.addPerson")}
        placeholder={t("services.personHint")}
        maxLength={64}
        value={search}
        onChange={({ currentTarget }) => {
          setSearch(currentTarget.value);
          setMarked(0);
        }}
        onKeyDown={press}
      />
      <OptionList id={id} className={styles.found} label={t("services.found")} hidden={free.length === 0} marked={at}>
        {free.map((person, index) => (
          <Option key={person.username} id={`${id}-${index}`} marked={index === at} onChoose={() => choose(person)}>
            <bdi>{person.name}</bdi>
            <span className={styles.dim}>{person.extension}</span>
          </Option>
        ))}
      </OptionList>
      {wanted !== "" && isSuccess && free.length === 0 ? (
        <p className={styles.dim}>{t("services.nobody", { search: wanted })}</p>
      ) : null}
    </div>
  );
}
