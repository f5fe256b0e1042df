/** The groups of operations in the OpenAPI document. */
export const tags = {
  Decks: 'Decks with their placeholders and translations.',
  Slides: 'The slides of a deck, their order and their texts in other languages.',
  FAQs: 'The questions and answers of a deck.',
  Presentations: 'A deck made for one homeowner: personalised, priced and spoken.',
  Contracts: "The offer of a presentation's prices on its way to a signature.",
  'Notification subscriptions': 'Which events are delivered where, with secrets, filters and delivery policies.',
  Deliveries: 'The deliveries to subscriptions, their explanations and resends.',
  Events: 'The event log and its live stream.',
  Jobs: 'Background work that was given up, and its retry.',
  Health: 'What an orchestrator asks.',
  Documents: 'Descriptions of this interface.',
  Webhooks: 'What receivers of webhooks get.',
} as const;

/** The name of a group of operations. */
export type Tag = keyof typeof tags;
