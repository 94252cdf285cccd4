/** The first run: the company is set up in the browser, before anybody can sign in. */
export { SetupScreen } from "./SetupScreen.tsx";
