/** Notifications while no page of the panel is open. Loaded after sign-in, and only where the browser has them. */
export { keepSubscribed } from "./subscription.ts";
