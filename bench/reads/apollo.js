// Apollo Server standalone with plain resolvers: each field reads for itself, nothing is batched (N+1).
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { countsOf, decksOf, enums, faqsOf, roots, slidesOf, typeDefs } from './store.js';
import { reportBase } from './report-base.js';

const one = async (read, id) => (await read([id]))[0];
const server = new ApolloServer({
  typeDefs,
  resolvers: {
    Query: roots,
    Slide: enums.Slide,
    Deck: {
      slides: ({ id }) => one(slidesOf, id),
      faqs: ({ id }) => one(faqsOf, id),
      slideCount: ({ id }) => one(countsOf, id),
    },
    Presentation: { ...enums.Presentation, deck: ({ deckId }) => one(decksOf, deckId) },
  },
});
const { url } = await startStandaloneServer(server, { listen: { port: 0, host: '127.0.0.1' } });
reportBase(new URL(url).origin);
