/** The panel in the frame of another application, and in the webview of a phone. Loaded only there. */
export { EmbeddedLoginScreen } from "./EmbeddedLoginScreen.tsx";
export { ReplaceScreen } from "./ReplaceScreen.tsx";
export { LandingHeart } from "./LandingHeart.tsx";
export { embeddingMessages } from "./embedding.messages.ts";
export { readEmbeddedRequest, rememberPerson, rememberedPerson } from "./embeddedRequest.model.ts";
export { embeddedPhoneName } from "./phoneName.ts";
export { startHostLink } from "./hostLink.ts";
