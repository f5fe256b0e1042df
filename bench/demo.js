// The demo deck, which a server with SEED_DEMO=on has.
export const demoDeck = '01900000-0000-7000-8000-000000000001';
/** Where a presentation of it is made. */
export const demoPresentations = `/api/decks/${demoDeck}/presentations`;

/** A presentation for somebody of this name, with a price in each tier. */
export const demoInput = (firstName) => ({
  homeowner: { first_name: firstName, last_name: 'Whitaker' },
  price_inputs: { roof_squares: 24.5, system_size_kw: 7.2 },
});
