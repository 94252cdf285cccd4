import { preloadDialogs, preloadMenus } from "@callpanel/ui";
import { useEffect, useRef } from "react";
import { Outlet, useRouter } from "@tanstack/react-router";
import { preloadBuddyMenu } from "../../features/buddies/index.ts";
import { menuMessages } from "../../shared/menu.messages.ts";
import { usePanel } from "../../shared/panel.ts";
import { useSnapshot } from "../../shared/store.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { useComposedPanel } from "../panelContext.ts";
import type { Workplace } from "../workplace.ts";
import { CallBarSlot, SoftphoneDock } from "./SoftphoneDock.tsx";
import { FeatureLayers } from "./FeatureLayers.tsx";
import { Footer } from "./Footer.tsx";
import { preloadAccountMenu } from "./account/AccountMenu.tsx";
import { MainMenu } from "./menu/MainMenu.tsx";
import { preloadLater } from "../../shared/preloading.ts";
import { ShellLayers } from "./ShellLayers.tsx";
import { TopBar } from "./TopBar.tsx";
import { shellMessages } from "./shell.messages.ts";
import { useMenu } from "./menu/useMenu.ts";
import { usePageHead } from "./usePageHead.ts";
import { useWaiting } from "./menu/useWaiting.ts";
import styles from "./Shell.module.css";

/** The frame of ux.md: menu, top bar, page, dock. */
export function Shell({ workplace }: { readonly workplace: Workplace }) {
  const t = useWords(shellMessages);
  const title = useWords(menuMessages);
  const router = useRouter();
  const { preferences, branding, whenIdle, savesData } = useComposedPanel();
  const brand = useSnapshot(branding);
  const { railFolded, dockOpened } = useSnapshot(preferences);
  const { viewer, clock } = usePanel();
  const menu = useMenu(viewer);
  const page = useRef<HTMLElement>(null);
  // During a navigation, the title of the old page would flash.
  const heading = menu.page && menu.allowed ? title(`menu.${menu.page}`) : "";
  usePageHead(heading, brand, useWaiting());
  const hasPhone = viewer.flags.softphone;
  const { dock, softphone } = workplace;
  const openKeypad = () => {
    const slot = softphone.get();
    if (slot.kind === "ready") slot.softphone.openKeypad();
    else dock.open();
  };
  const { paths } = menu;
  useEffect(() => {
    const pages = savesData() ? [] : paths.map((to) => () => router.preloadRoute({ to }));
    const menus = [preloadAccountMenu, preloadMenus, preloadBuddyMenu];
    return preloadLater([...menus, preloadDialogs, ...pages], { clock, whenIdle });
  }, [clock, paths, router, savesData, whenIdle]);
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
        current={menu.area}
        brand={brand}
        onFold={() => preferences.set({ railFolded: !railFolded })}
        onKeypad={hasPhone ? openKeypad : null}
      />
      <TopBar title={heading} entries={menu.entries} workplace={workplace} />
      <main ref={page} id="page" className={styles.page} tabIndex={-1}>
        {menu.page === null || menu.allowed ? <Outlet /> : null}
      </main>
      <Footer copyright={brand.copyright} />
      {hasPhone ? (
        <>
          <SoftphoneDock workplace={workplace} />
          <CallBarSlot workplace={workplace} />
        </>
      ) : null}
      <FeatureLayers />
      <ShellLayers entries={menu.entries} workplace={workplace} />
    </div>
  );
}
