import { CountBadge, IconButton, IconSettings, IconUsers, PopMenu, SelectField } from "@callpanel/ui";
import { Link } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { FilterMenu } from "../../shared/list/FilterMenu.tsx";
import { PeriodFields } from "../../shared/list/PeriodFields.tsx";
import { fullNameOf } from "../../shared/viewer.ts";
import { usePanel } from "../../shared/panel.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { useLayer } from "./layers.ts";
import type { Voicemails } from "./useVoicemails.ts";
import { boxesQuery, categoriesQuery, foldersQuery } from "./voicemail.api.ts";
import { voicemailMessages } from "./voicemail.messages.ts";
import { CATEGORY_CHOICES, SORT_CHOICES, addressOf, fixedFolder } from "./voicemail.model.ts";
import type { VoicemailPreferences } from "./voicemail.model.ts";
import styles from "./VoicemailHead.module.css";

export interface VoicemailHeadProps {
  readonly voicemails: Voicemails;
}

/** Folders, filters, sort order and mailboxes. */
export function VoicemailHead({ voicemails }: VoicemailHeadProps) {
  const t = useWords(voicemailMessages);
  const openLayer = useLayer();
  const { view, dispatch } = voicemails;
  const change = (next: Partial<VoicemailPreferences>) => dispatch({ type: "preferencesChanged", change: next });
  return (
    <>
      <div className={styles.places}>
        <Folders voicemails={voicemails} />
        <IconButton
          look="outline"
          icon={IconSettings}
          label={t("voicemail.settings")}
          onClick={() => openLayer({ kind: "box" })}
        />
      </div>
      <div className={styles.filters}>
        <CategorySelect preferences={view.preferences} onChange={change} />
        <PeriodFields period={view.preferences.date} onChange={(date) => change({ date })} />
        <SelectField
          silentLabel
          label={t("voicemail.sort")}
          choices={SORT_CHOICES.map(({ sort, direction }) => ({
            value: `${sort}.${direction}` as const,
            label: t(`voicemail.sort.${sort}.${direction}`),
          }))}
          value={`${view.preferences.sort}.${view.preferences.direction}`}
          onChange={(value) => {
            const found = SORT_CHOICES.find(({ sort, direction }) => value === `${sort}.${direction}`);
            if (found) change(found);
          }}
        />
        <BoxesMenu preferences={view.preferences} onChange={change} />
      </div>
    </>
  );
}

/** The standard folders, without the one for all own folders: the own folders are listed by name. */
const FIXED = ["all", "inbox", "old", "favorite", "archived"] as const;

function Folders({ voicemails: { folder, view, state } }: VoicemailHeadProps) {
  const t = useWords(voicemailMessages);
  const { api } = usePanel();
  const { data: own = [] } = useQuery(foldersQuery(api, view.preferences.boxes.join(",")));
  const unread = state.phase === "ready" ? state.page.unread : 0;
  const chosen = folder.toLowerCase();
  // A folder that is empty now stays while it is open.
  const names = own.map(({ name }) => name);
  const extra = fixedFolder(folder) === null && !names.some((name) => name.toLowerCase() === chosen) ? [folder] : [];
  const custom = own.length > 1 || folder === "custom" ? ["custom" as const] : [];
  return (
    <nav className={styles.folders} aria-label={t("voicemail.folders")}>
      {[...FIXED, ...custom].map((name) => (
        <FolderLink key={name} to={name} title={t(`voicemail.folder.${name}`)} current={folder === name}>
          {name === "inbox" ? unread : 0}
        </FolderLink>
      ))}
      {[...names, ...extra].map((name) => (
        <FolderLink key={`own ${name}`} to={name} title={name} current={name.toLowerCase() === chosen}>
          {0}
        </FolderLink>
      ))}
    </nav>
  );
}

/** The router would mark by the address alone. */
const NOT_MARKED = { "aria-current": undefined };

interface FolderLinkProps {
  readonly to: string;
  readonly title: string;
  readonly current: boolean;
  /** How many of it are unread. */
  readonly children: number;
}

function FolderLink({ to, title, current, children: unread }: FolderLinkProps) {
  const t = useWords(voicemailMessages);
  return (
    <Link
      to={addressOf(to)}
      className={styles.folder}
      activeProps={NOT_MARKED}
      aria-current={current ? "page" : undefined}
      aria-description={unread > 0 ? t("voicemail.unreadCount", { count: unread }) : undefined}
    >
      <bdi>{title}</bdi>
      <CountBadge inline count={unread} />
    </Link>
  );
}

interface PreferencesProps {
  readonly preferences: VoicemailPreferences;
  readonly onChange: (change: Partial<VoicemailPreferences>) => void;
}

function CategorySelect({ preferences, onChange }: PreferencesProps) {
  const t = useWords(voicemailMessages);
  const { api } = usePanel();
  const { data: counts = [] } = useQuery(categoriesQuery(api, preferences.boxes.join(",")));
  return (
    <SelectField
      silentLabel
      label={t("voicemail.category")}
      choices={CATEGORY_CHOICES.map((value) => {
        const name = t(`voicemail.category.${value}`);
        const count = counts.find((one) => one.name === value)?.messages ?? 0;
        return { value, label: count === 0 ? name : t("voicemail.categoryCount", { name, count }) };
      })}
      value={preferences.category}
      onChange={(category) => onChange({ category })}
    />
  );
}

/** VMU-7: selects the mailboxes, for a person who may see more than their own. */
function BoxesMenu({ preferences, onChange }: PreferencesProps) {
  const t = useWords(voicemailMessages);
  const { api, viewer } = usePanel();
  const { data: boxes = [] } = useQuery(boxesQuery(api));
  if (boxes.length < 2) return null;
  const { extension: own } = viewer.user;
  const chosen = preferences.boxes.length === 0 ? [own] : preferences.boxes;
  const toggle = (extension: string) => {
    const next = chosen.includes(extension) ? chosen.filter((one) => one !== extension) : [...chosen, extension];
    // Without a selection the own box is shown.
    onChange({ boxes: next.length === 1 && next[0] === own ? [] : next });
  };
  const count = chosen.length;
  return (
    <FilterMenu
      icon={IconUsers}
      text={t("voicemail.boxes")}
      label={preferences.boxes.length === 0 ? t("voicemail.boxes") : t("voicemail.boxesChosen", { count })}
      on={preferences.boxes.length > 0}
      width={280}
    >
      {boxes.map((box) => {
        const name = fullNameOf({ firstName: box.first_name, lastName: box.last_name, username: box.username });
        const { exten: extension } = box;
        return (
          <PopMenu.CheckboxItem
            key={box.user_id}
            checked={chosen.includes(extension)}
            onChange={() => toggle(extension)}
            rightSection={<CountBadge inline count={box.unread} />}
          >
            {extension === own ? t("voicemail.ownBox", { extension }) : t("voicemail.box", { name, extension })}
          </PopMenu.CheckboxItem>
        );
      })}
    </FilterMenu>
  );
}
