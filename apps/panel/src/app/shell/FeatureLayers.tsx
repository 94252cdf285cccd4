import { memo } from "react";
import { FEATURES } from "../features.ts";

const LAYERS = FEATURES.flatMap(({ Layer }) => Layer ?? []);

/** What features show over every page, in both frames. */
export const FeatureLayers = memo(function FeatureLayers() {
  return LAYERS.map((Layer, at) => <Layer key={at} />);
});
