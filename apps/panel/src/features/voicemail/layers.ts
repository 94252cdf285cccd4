import type { Voicemail } from "@callpanel/contract";
import { createContext, useContext } from "react";

/** The dialogs about messages, over the page. */
export type VoicemailLayer =
  | { readonly kind: "none" }
  | { readonly kind: "delete"; readonly ids: readonly number[] }
  | { readonly kind: "move"; readonly ids: readonly number[] }
  | { readonly kind: "transfer"; readonly ids: readonly number[] }
  | { readonly kind: "archive"; readonly message: Voicemail }
  | { readonly kind: "restore"; readonly message: Voicemail }
  | { readonly kind: "box" };

export const NO_LAYER: VoicemailLayer = { kind: "none" };

/** Opens one of them, from any part of the page. */
export const LayerContext = createContext<(layer: VoicemailLayer) => void>(() => undefined);
export const useLayer = (): ((layer: VoicemailLayer) => void) => useContext(LayerContext);
