/** A deck to begin with, as the gallery shows it. What it shows is what its file says. */
export interface Starter {
  readonly name: string;
  /** What it is for. */
  readonly description: string;
  /** The picture of its first slide. */
  readonly cover: string;
  readonly slideCount: number;
  /** The languages that it is written in, the deck's own first. */
  readonly languages: readonly string[];
  /** Where its deck file is. */
  readonly file: URL;
}

/** The starters, in the order of the gallery. */
export const starters: readonly Starter[] = [
  {
    name: 'Roof and solar at the kitchen table',
    description:
      'A calm twelve-slide visit: what the roof needs, what solar can do, three priced options, and what happens next.',
    cover: '/demo/welcome.svg',
    slideCount: 12,
    languages: ['en', 'es', 'de'],
    file: new URL('../../../demo/decks/roof-and-solar.json', import.meta.url),
  },
  {
    name: 'A heat pump for the whole home',
    description:
      'A visit about comfort: the rooms that are too hot or too cold, how a heat pump works, what size fits, and three installed prices by the kilowatt.',
    cover: '/demo/heat-pump-welcome.svg',
    slideCount: 11,
    languages: ['en', 'es'],
    file: new URL('../../../demo/decks/heat-pump.json', import.meta.url),
  },
  {
    name: 'A new bath in a few days',
    description:
      'A visit about one room: how it is used, what stays dry behind the wall, a safe step in, and three packages at fixed prices.',
    cover: '/demo/bath-welcome.svg',
    slideCount: 10,
    languages: ['en', 'es'],
    file: new URL('../../../demo/decks/bath.json', import.meta.url),
  },
];
