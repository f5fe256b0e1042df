/** What operations are grouped by. */
export const tags = {
  Decks: 'Decks with their placeholders and translations.',
  Slides: 'The slides of a deck, their order and their texts in other languages.',
  FAQs: 'The questions and answers of a deck.',
  Presentations: 'A deck made for one homeowner: personalised, priced and spoken.',
  Contracts: "The offer of a presentation's prices on its way to a signature.",
  'Notification subscriptions': 'Which events go where, with their secrets, filters and delivery policies.',
  Deliveries: 'What was sent to subscriptions, why, and what is sent again.',
  Events: 'The event log and its live stream.',
  Jobs: 'Background work that was given up, and its retry.',
  Health: 'What an orchestrator asks.',
  Documents: 'Descriptions of this interface.',
  Webhooks: 'What receivers of webhooks get.',
} as const;

/** The name of a group of operations. */
export type Tag = keyof typeof tags;
