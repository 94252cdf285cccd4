import { IconButton, IconCheck, IconLogout, IconMenu2, IconX } from "@callpanel/ui";
import { useNavigate } from "@tanstack/react-router";
import { Suspense, useEffect, useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";
import { embeddingMessages, LandingHeart } from "../../../features/embedding/index.ts";
import { DoNotDisturbLine } from "../../../features/settings/index.ts";
import { menuMessages } from "../../../shared/menu.messages.ts";
import { PageLink } from "../../../shared/PageLink.tsx";
import { usePanel } from "../../../shared/panel.ts";
import { SERVICE_PATHS } from "../../../shared/routes.ts";
import type { AreaName } from "../../../shared/routes.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { shellMessages } from "../shell.messages.ts";
import { PageSearch } from "../PageSearch.tsx";
import type { Menu } from "../menu/useMenu.ts";
import styles from "./EmbeddedShell.module.css";

/** Pages that the embedded menu offers (spec 1 §2, shell). */
const EMBEDDED_AREAS: ReadonlySet<AreaName> = new Set([
  "users",
  "queues",
  "conferences",
  "video-conferences",
  "voicemails",
  "announcements",
  "parking",
  "cdrs",
]);

export interface EmbeddedToolbarProps {
  readonly title: string;
  readonly menu: Menu;
  readonly opener: RefObject<HTMLButtonElement | null>;
  readonly opened: boolean;
  readonly onToggle: () => void;
}

/** Title and icon of the page, its search, the heart, and the button for the list of pages. */
export function EmbeddedToolbar({ title, menu, opener, opened, onToggle }: EmbeddedToolbarProps) {
  const own = useWords(embeddingMessages);
  const Shape = menu.entries.find(({ area }) => area === menu.area)?.icon;
  return (
    <header className={styles.bar} aria-label={own("embedding.toolbar")}>
      <IconButton
        ref={opener}
        label={own("embedding.pages")}
        icon={opened ? IconX : IconMenu2}
        aria-expanded={opened}
        aria-controls="embedded-pages"
        onClick={onToggle}
      />
      {Shape ? <Shape className={styles.sign} size={20} stroke={1.75} aria-hidden /> : null}
      <h1 className={styles.title}>{title}</h1>
      <PageSearch className={styles.search} />
      <LandingHeart area={menu.area} />
    </header>
  );
}

/** EMBED-19: a frame has no account menu. */
function OwnItems() {
  const t = useWords(shellMessages);
  const { viewer } = usePanel();
  const navigate = useNavigate();
  return (
    <div className={styles.own}>
      {viewer.flags.dndRead ? (
        <Suspense fallback={null}>
          <DoNotDisturbLine />
        </Suspense>
      ) : null}
      <button type="button" className={styles.link} onClick={() => void navigate({ to: SERVICE_PATHS.signOut })}>
        <IconLogout size={22} stroke={1.7} aria-hidden />
        <span>{t("shell.account.signOut")}</span>
      </button>
    </div>
  );
}

interface EmbeddedPagesProps {
  readonly menu: Menu;
  readonly onClose: () => void;
}

/** The list of pages over the whole frame. The focus starts at the current page; Escape closes the list. */
export function EmbeddedPages({ menu, onClose }: EmbeddedPagesProps) {
  const own = useWords(embeddingMessages);
  const title = useWords(menuMessages);
  const list = useRef<HTMLElement>(null);
  const pages = menu.entries.filter(({ area }) => EMBEDDED_AREAS.has(area));
  useLayoutEffect(() => {
    const links = list.current?.querySelectorAll("a") ?? [];
    ([...links].find((link) => link.getAttribute("aria-current") === "page") ?? links[0])?.focus();
  }, []);
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => {
      if (key === "Escape") onClose();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [onClose]);
  return (
    <nav ref={list} id="embedded-pages" className={styles.pages} aria-label={own("embedding.pages")}>
      <ul>
        {pages.map(({ area, icon: Shape, to }) => (
          <li key={area}>
            <PageLink to={to} current={area === menu.area} className={styles.link} onClick={onClose}>
              <Shape size={22} stroke={1.7} aria-hidden />
              <span>{title(`menu.${area}`)}</span>
              {area === menu.area ? <IconCheck size={18} stroke={2} aria-hidden /> : null}
            </PageLink>
          </li>
        ))}
      </ul>
      <OwnItems />
    </nav>
  );
}
