export const queuesMessages = {
  "queues.tabs": "Pages of queues",
  "queues.tab.dashboard": "Dashboard",
  "queues.tab.reports": "Reports",
} as const;
