/** `network`: the far end's own tones where it sends some; `own`: this phone's ringback always. */
export type RingbackChoice = "network" | "own";
