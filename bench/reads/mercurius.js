// Mercurius with loaders and JIT; its Fastify answers the lists of REST as well.
import Fastify from 'fastify';
import mercurius from 'mercurius';
import { countsOf, decksOf, enums, faqsOf, roots, shownFaqs, shownSlides, slidesOf, typeDefs } from './store.js';
import { reportBase } from './report-base.js';

const app = Fastify();
const ofDecks = (read) => (queries) => read(queries.map(({ obj }) => obj.id));
app.register(mercurius, {
  schema: typeDefs,
  jit: 1,
  resolvers: { Query: roots, ...enums },
  loaders: {
    Deck: { slides: ofDecks(slidesOf), faqs: ofDecks(faqsOf), slideCount: ofDecks(countsOf) },
    Presentation: { deck: (queries) => decksOf(queries.map(({ obj }) => obj.deckId)) },
  },
});

app.get('/api/decks/:id/faqs', async ({ params }) => ({ faqs: await shownFaqs(params.id) }));
app.get('/api/decks/:id/slides', async ({ params }) => ({ slides: await shownSlides(params.id) }));

reportBase(await app.listen({ port: 0, host: '127.0.0.1' }));
