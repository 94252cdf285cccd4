import { MantineProvider, createTheme } from "@mantine/core";
import type { ReactNode } from "react";
import "./mantine.css";
import "@mantine/core/styles/UnstyledButton.layer.css";

const theme = createTheme({ primaryColor: "blue", cursorType: "pointer", respectReducedMotion: false });
const NO_ROOT = (): undefined => undefined;

/**
 * What Mantine's floating parts (menus, dialogs) need around them; it comes with their code, since nothing else is made of
 * it. Nothing is injected as <style> (strict CSP): the variables are in mantine.css, and parts that would inject scroll-lock
 * rules have it switched off. The colour scheme is the document's, and none of Mantine's business.
 */
export function MantineBase({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme="light"
      getRootElement={NO_ROOT}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
