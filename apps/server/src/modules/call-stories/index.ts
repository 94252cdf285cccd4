export { createCallStories, type CallStories, type CallStory } from "./call-stories.ts";
export { inOrder, storyCapture, storyText } from "./story-files.ts";
export { byWorstSound, callSound } from "./call-sound.ts";
