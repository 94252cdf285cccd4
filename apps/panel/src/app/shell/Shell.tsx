import { useRef } from "react";
import { Outlet } from "@tanstack/react-router";
import { usePanel } from "../../shared/panel.ts";
import { useSnapshot } from "../../shared/store.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { useComposedPanel } from "../panelContext.ts";
import type { Workplace } from "../workplace.ts";
import { CallBarSlot, SoftphoneDock } from "./SoftphoneDock.tsx";
import { Footer } from "./Footer.tsx";
import { MainMenu } from "./MainMenu.tsx";
import { NoPages } from "./NoPages.tsx";
import { ShellLayers } from "./ShellLayers.tsx";
import { TopBar } from "./TopBar.tsx";
import { menuMessages } from "./menu.messages.ts";
import { shellMessages } from "./shell.messages.ts";
import { useMenu } from "./useMenu.ts";
import styles from "./Shell.module.css";

/** The frame of ux.md: menu, top bar, page, dock. */
export function Shell({ workplace }: { readonly workplace: Workplace }) {
  const t = useWords(shellMessages);
  const title = useWords(menuMessages);
  const { preferences } = useComposedPanel();
  const { railFolded, dockOpened } = useSnapshot(preferences);
  const { viewer } = usePanel();
  const menu = useMenu(viewer);
  const page = useRef<HTMLElement>(null);
  const hasPhone = viewer.flags.softphone;
  return (
    <div
      className={styles.frame}
      data-folded={railFolded ? "" : undefined}
      data-dock={hasPhone && dockOpened ? "opened" : "closed"}
    >
      <a className={styles.skip} href="#page" onClick={(event) => (event.preventDefault(), page.current?.focus())}>
        {t("shell.skip")}
      </a>
      <MainMenu
        entries={menu.entries}
        folded={railFolded}
        platformName={viewer.branding?.platform_name ?? "Callpanel"}
        logo={viewer.branding?.logo ?? null}
        onFold={() => preferences.set({ railFolded: !railFolded })}
      />
      <TopBar title={menu.current ? title(`menu.${menu.current}`) : ""} workplace={workplace} />
      <main ref={page} id="page" className={styles.page} tabIndex={-1}>
        {menu.entries.length === 0 ? <NoPages /> : menu.current && menu.allowed ? <Outlet /> : null}
      </main>
      <Footer copyright={viewer.branding?.display_copyright ?? null} />
      {hasPhone ? (
        <>
          <SoftphoneDock workplace={workplace} />
          <CallBarSlot workplace={workplace} />
        </>
      ) : null}
      <ShellLayers entries={menu.entries} workplace={workplace} />
    </div>
  );
}
