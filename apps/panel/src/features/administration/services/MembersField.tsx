import { AGENT_PENALTY_MAX } from "@callpanel/contract";
import { IconArrowUp, IconButton, IconX, SelectField, TextField } from "@callpanel/ui";
import { PickField } from "../../../shared/pick/PickField.tsx";
import { useWords } from "../../../shared/words/useWords.ts";
import { COMPANY_PEOPLE } from "../people/peopleSource.ts";
import { memberOf } from "./service.model.ts";
import type { Member } from "./service.model.ts";
import { servicesMessages } from "./services.messages.ts";
import page from "../parts/Page.module.css";
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
                <bdi>{member.name}</bdi> <span className={page.dim}>{member.extension}</span>
              </span>
              {areAgents ? <AgentFields member={member} readOnly={readOnly} onChange={put} /> : null}
              {readOnly ? null : (
                <span className={styles.buttons}>
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
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {readOnly ? null : (
        <PickField
          label={t("services.addPerson")}
          source={COMPANY_PEOPLE}
          isTaken={({ username }) => members.some((one) => one.username === username)}
          onPick={(person) => onChange([...members, memberOf(person)])}
        />
      )}
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
    <span className={styles.settings}>
      <SelectField<Member["login"]>
        className={styles.login}
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
      <span className={page.dim} aria-hidden>
        {t("services.penaltyShort")}
      </span>
      <TextField
        className={styles.penalty}
        label={t("services.penalty", { name })}
        silentLabel
        inputMode="numeric"
        readOnly={readOnly}
        value={String(penalty)}
        onChange={({ currentTarget }) => {
          const typed = Number(currentTarget.value.replace(/\D/g, ""));
          onChange({ ...member, penalty: Math.min(typed, AGENT_PENALTY_MAX) });
        }}
      />
    </span>
  );
}
