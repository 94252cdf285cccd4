import type { VoicemailCategory } from "@callpanel/contract";

/** A category with words; `misc` is for all other messages. */
export type SpokenCategory = Exclude<VoicemailCategory, "misc">;

/**
 * Words and phrases of American English for each category, in any form. One of `sure` is enough, of `likely` it takes
 * two. If two categories have the same weight, the first one here wins.
 */
export const CATEGORY_WORDS: ReadonlyArray<{
  readonly category: SpokenCategory;
  readonly sure: readonly string[];
  readonly likely: readonly string[];
}> = [
  {
    category: "emergency",
    sure: ["emergency", "ambulance", "nine one one", "fire department", "car accident", "heart attack", "evacuate"],
    likely: [
      "urgent",
      "immediately",
      "accident",
      "police",
      "fire",
      "help",
      "right away",
      "as soon as possible",
      "danger",
    ],
  },
  {
    category: "fraud",
    sure: ["social security number", "arrest warrant", "gift card", "wire transfer", "lottery", "legal action against"],
    likely: [
      "suspend",
      "warrant",
      "lawsuit",
      "tax",
      "verify",
      "suspicious activity",
      "bank account",
      "prize",
      "refund",
      "arrest",
      "federal",
      "credit card",
      "computer virus",
      "unauthorized",
    ],
  },
  {
    category: "medical",
    sure: [
      "doctor",
      "clinic",
      "prescription",
      "hospital",
      "dentist",
      "pharmacy",
      "surgery",
      "test result",
      "physician",
    ],
    likely: [
      "appointment",
      "health",
      "nurse",
      "medicine",
      "patient",
      "dental",
      "insurance card",
      "blood",
      "therapy",
      "pain",
    ],
  },
  {
    category: "political",
    sure: ["election", "senator", "congressman", "ballot", "campaign office", "governor", "city council", "republican"],
    likely: ["vote", "candidate", "democrat", "party", "congress", "mayor", "campaign", "poll", "volunteer", "policy"],
  },
  {
    category: "solicitation",
    sure: ["extended warranty", "special offer", "limited time", "lower your interest rate", "free quote", "press one"],
    likely: [
      "offer",
      "discount",
      "sale",
      "promotion",
      "warranty",
      "save",
      "free",
      "qualify",
      "loan",
      "mortgage",
      "product",
      "service plan",
      "donation",
      "subscription",
      "deal",
    ],
  },
  {
    category: "travel",
    sure: ["flight", "airline", "hotel", "boarding pass", "airport", "itinerary", "passport"],
    likely: ["reservation", "booking", "trip", "travel", "ticket", "train", "gate", "luggage", "vacation", "check in"],
  },
  {
    category: "personal",
    sure: [
      "happy birthday",
      "love you",
      "miss you",
      "this is mom",
      "this is dad",
      "this is your mother",
      "this is grandma",
    ],
    likely: [
      "mom",
      "dad",
      "honey",
      "dinner",
      "birthday",
      "family",
      "kid",
      "weekend",
      "party",
      "brother",
      "sister",
      "friend",
      "grandma",
      "grandpa",
      "wedding",
      "son",
      "daughter",
      "love",
      "miss",
      "pick up",
      "home",
    ],
  },
];
