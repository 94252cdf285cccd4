import { mayManage } from "@callpanel/contract";
import type { PersonRights } from "@callpanel/contract";
import { IconButton, IconX, SelectField } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { usePanel } from "../../../shared/panel.ts";
import { PickField } from "../../../shared/pick/PickField.tsx";
import { useWords } from "../../../shared/words/useWords.ts";
import { Section } from "../parts/Section.tsx";
import { changeRights, rightsQuery, targetSource } from "../permissions/permissions.api.ts";
import { peopleMessages } from "./people.messages.ts";
import { usePeopleChange } from "./usePeopleChange.ts";
import { watchedOf, watchesEverybody, withWatched } from "./watchedPeople.model.ts";
import type { Watching } from "./watchedPeople.model.ts";
import styles from "./WatchedPeople.module.css";

/** PEOPLE-20: whose settings the person sees and changes as sub-accounts; each change is made at once. */
export function WatchedPeople({ id }: { readonly id: number }) {
  const { api } = usePanel();
  const { data } = useQuery(rightsQuery(api, id));
  return data === undefined ? null : <Watched held={data} />;
}

function Watched({ held }: { readonly held: PersonRights }) {
  const t = useWords(peopleMessages);
  const { viewer } = usePanel();
  const { busy, run } = usePeopleChange();
  const mayChange = mayManage(viewer.rights, "permissions");
  const { id, version, permissions, groups, targets } = held;
  const watched = [...watchedOf(permissions)];
  const everybody = groups.filter((group) => watchesEverybody(group.permissions)).map(({ name }) => name);
  const nameOf = (target: string): string => {
    const one = targets.find(({ kind, target: other }) => kind === "people" && other === target);
    return one === undefined ? t("people.watched.gone") : `${one.name} ${one.number}`;
  };
  const set = (target: string, level: "see" | "change" | null, done: string) =>
    run((api) => changeRights(api, id, { version, permissions: [...withWatched(permissions, target, level)] }), done);
  const choices = (level: Watching) => [
    ...(level === "part" ? [{ value: "part" as const, label: t("people.watched.part") }] : []),
    { value: "see" as const, label: t("people.watched.see") },
    { value: "change" as const, label: t("people.watched.change") },
  ];
  return (
    <Section title={t("people.watched")} hint={t("people.watched.hint")}>
      {watchesEverybody(permissions) ? <p className={styles.dim}>{t("people.watched.everybody")}</p> : null}
      {everybody.length > 0 ? (
        <p className={styles.dim}>{t("people.watched.byGroups", { groups: everybody.join(", ") })}</p>
      ) : null}
      {watched.length === 0 && everybody.length === 0 && !watchesEverybody(permissions) ? (
        <p className={styles.dim}>{t("people.watched.none")}</p>
      ) : null}
      {watched.length === 0 ? null : (
        <ul className={styles.rows} aria-label={t("people.watched")}>
          {watched.map(([target, level]) => (
            <li key={target} className={styles.row}>
              <bdi className={styles.name}>{nameOf(target)}</bdi>
              <SelectField<Watching>
                label={t("people.watched.level", { name: nameOf(target) })}
                silentLabel
                value={level}
                choices={choices(level)}
                disabled={!mayChange || busy}
                onChange={(next) => {
                  if (next !== "part") set(target, next, t("people.watched.saved"));
                }}
              />
              {mayChange ? (
                <IconButton
                  icon={IconX}
                  label={t("people.watched.remove", { name: nameOf(target) })}
                  disabled={busy}
                  onClick={() => set(target, null, t("people.watched.removed", { name: nameOf(target) }))}
                />
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {mayChange ? (
        <PickField
          label={t("people.watched.add")}
          source={targetSource("people")}
          isTaken={(one) => String(one.id) === String(id) || watched.some(([target]) => target === String(one.id))}
          onPick={(one) => set(String(one.id), "see", t("people.watched.added", { name: one.name }))}
        />
      ) : null}
    </Section>
  );
}
