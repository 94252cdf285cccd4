import { FEATURES } from "../features.ts";

const LAYERS = FEATURES.flatMap(({ Layer }) => Layer ?? []);

/** What features show over every page, in both frames. */
export const FeatureLayers = () => LAYERS.map((Layer, at) => <Layer key={at} />);
