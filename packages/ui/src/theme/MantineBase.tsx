import { MantineProvider, createTheme } from "@mantine/core";
import type { ReactNode } from "react";
import "./mantine.css";
import "@mantine/core/styles/UnstyledButton.layer.css";

const theme = createTheme({ primaryColor: "blue", cursorType: "pointer", respectReducedMotion: false });
const NO_ROOT = (): undefined => undefined;

/**
 * The provider for Mantine's floating parts (menus, dialogs); it is loaded with their code, because nothing else uses
 * Mantine. No <style> is injected (strict CSP): the variables are in mantine.css, and parts that would inject scroll-lock
 * rules have that switched off. The document sets the colour scheme, not Mantine.
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
