/** The demo company's one password (acceptance: demo company). */
export const DEMO_PASSWORD = "callpanel-demo";
