// One icon per file: the package's own types cover only its index, which would load every icon in development and tests.
declare module "@tabler/icons-react/dist/esm/icons/*.mjs" {
  import type { Icon } from "@tabler/icons-react";
  const icon: Icon;
  export default icon;
}
