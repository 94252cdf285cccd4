import { mayManage, PAGE_SIZE } from "@callpanel/contract";
import { IconButton, IconX, LoadingBlock, Pager } from "@callpanel/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useChange } from "../../../shared/api/useChange.ts";
import { pageCountOf } from "../../../shared/list/paging.ts";
import { usePanel } from "../../../shared/panel.ts";
import { PickField } from "../../../shared/pick/PickField.tsx";
import { useWords } from "../../../shared/words/useWords.ts";
import { ADMINISTRATION_KEY } from "../administration.reload.ts";
import { COMPANY_PEOPLE } from "../people/peopleSource.ts";
import { Section } from "../parts/Section.tsx";
import { groupChanges, membersQuery } from "./permissions.api.ts";
import { permissionsMessages } from "./permissions.messages.ts";
import styles from "./GroupPage.module.css";

const LIMIT = PAGE_SIZE.administration;

/** GRANT-8: the members of a group; each change is made at once. */
export function MembersSection({ group }: { readonly group: string }) {
  const t = useWords(permissionsMessages);
  const { api, viewer } = usePanel();
  const client = useQueryClient();
  const [page, setPage] = useState(0);
  const { data } = useQuery(membersQuery(api, group, { start: page * LIMIT, limit: LIMIT }));
  const { busy, run } = useChange(() => void client.invalidateQueries({ queryKey: ADMINISTRATION_KEY }));
  const mayChange = mayManage(viewer.rights, "permissions") || mayManage(viewer.rights, "people");
  const join = (id: number, joins: boolean, done: string) =>
    run({
      fallback: "administration.save",
      change: (wire) => groupChanges.join(wire, group, { id, joins }),
      done: () => done,
    });
  if (data === undefined) return <LoadingBlock height={160} />;
  const { total, data: people } = data;
  return (
    <Section title={t("permissions.members")} {...(mayChange ? { hint: t("permissions.membersHint") } : {})}>
      {total === 0 ? <p className={styles.dim}>{t("permissions.noMembers")}</p> : null}
      <ul className={styles.members} aria-label={t("permissions.members")}>
        {people.map(({ id, name, extension }) => (
          <li key={id} className={styles.member}>
            <span className={styles.who}>
              <bdi>{name}</bdi> <span className={styles.dim}>{extension}</span>
            </span>
            {mayChange ? (
              <IconButton
                icon={IconX}
                label={t("permissions.removeMember", { name })}
                disabled={busy}
                onClick={() => join(id, false, t("permissions.left", { name }))}
              />
            ) : null}
          </li>
        ))}
      </ul>
      <Pager
        label={t("permissions.members")}
        previousLabel={t("permissions.previous")}
        nextLabel={t("permissions.next")}
        range={t("permissions.range", { from: page * LIMIT + 1, to: page * LIMIT + people.length, total })}
        page={page}
        pageCount={pageCountOf(total, LIMIT)}
        onPage={setPage}
      />
      {mayChange ? (
        <PickField
          label={t("permissions.addMember")}
          source={COMPANY_PEOPLE}
          isTaken={({ id }) => people.some((one) => one.id === id)}
          onPick={({ id, name }) => join(id, true, t("permissions.joined", { name }))}
        />
      ) : null}
    </Section>
  );
}
