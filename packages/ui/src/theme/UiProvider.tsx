import { MantineProvider, createTheme } from "@mantine/core";
import type { ReactNode } from "react";
import "./mantine.css";
import "@mantine/core/styles/UnstyledButton.layer.css";

export type ColourScheme = "light" | "dark";

const theme = createTheme({ primaryColor: "blue", cursorType: "pointer", respectReducedMotion: false });

export interface UiProviderProps {
  readonly scheme: ColourScheme;
  readonly children: ReactNode;
}

/**
 * What Mantine's floating parts (menus, dialogs, comboboxes) need around them. Parts that repeat or stand on the sign-in
 * page are this package's own markup and work without it. Nothing is injected as <style> (strict CSP): the variables are
 * in mantine.css, and parts that would inject scroll-lock rules have it switched off.
 */
export function UiProvider({ scheme, children }: UiProviderProps) {
  return (
    <MantineProvider theme={theme} forceColorScheme={scheme} withCssVariables={false} withGlobalClasses={false}>
      {children}
    </MantineProvider>
  );
}
