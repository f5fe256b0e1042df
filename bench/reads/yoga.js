// GraphQL Yoga with DataLoader.
import { createServer } from 'node:http';
import DataLoader from 'dataloader';
import { createSchema, createYoga } from 'graphql-yoga';
import { countsOf, decksOf, enums, faqsOf, roots, slidesOf, typeDefs } from './store.js';
import { listen } from './report-base.js';

const yoga = createYoga({
  schema: createSchema({
    typeDefs,
    resolvers: {
      Query: roots,
      Slide: enums.Slide,
      Deck: {
        slides: ({ id }, _args, { slides }) => slides.load(id),
        faqs: ({ id }, _args, { faqs }) => faqs.load(id),
        slideCount: ({ id }, _args, { counts }) => counts.load(id),
      },
      Presentation: { ...enums.Presentation, deck: ({ deckId }, _args, { decks }) => decks.load(deckId) },
    },
  }),
  context: () => ({
    slides: new DataLoader(slidesOf),
    faqs: new DataLoader(faqsOf),
    counts: new DataLoader(countsOf),
    decks: new DataLoader(decksOf),
  }),
  graphiql: false,
  logging: false,
});
const server = createServer(yoga);
listen(server);
