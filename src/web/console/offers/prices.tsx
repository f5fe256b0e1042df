/** @jsxImportSource preact */
import { useMutation, useQuery } from '@urql/preact';
import { useLocation, useRoute } from 'preact-iso';
import { Empty } from '../controls/empty.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { DeckFrame } from '../editor/deck-frame.tsx';
import { useMay } from '../visitor.ts';
import { CreateOfferDocument, OffersDocument } from './offers.graphql.ts';
import { PricingSlide } from './pricing-slide.tsx';

/** The pricing slides of a deck, and what one of them offers. */
export function Prices() {
  const { params, query } = useRoute();
  const { route } = useLocation();
  const may = useMay();
  const deckId = params['deckId'] ?? '';
  const base = `/app/decks/${deckId}/prices`;
  const [{ data, error }, read] = useQuery({ query: OffersDocument, variables: { deckId } });
  const [{ fetching, error: refused }, createSlide] = useMutation(CreateOfferDocument);
  const deck = data?.deck;
  const slides = deck?.slides.filter(({ slideType }) => slideType === 'PRODUCT_PRICING_V1') ?? [];
  const slide = slides.find(({ id }) => id === query['slide']) ?? slides[0];
  const add = async (): Promise<void> => {
    if (fetching) return;
    const input = {
      slideId: `prices-${crypto.randomUUID().slice(0, 8)}`,
      title: 'Your options',
      narrationScript: '',
      slideType: 'PRODUCT_PRICING_V1',
      productData: { good: { name: 'Good' } },
    } as const;
    const { data: created } = await createSlide({ deckId, input });
    const id = created?.createSlide?.slide.id;
    if (id !== undefined) route(`${base}?slide=${id}`);
  };
  const addButton = may('decks:write') && (
    <button
      type="button"
      class={slides.length === 0 ? 'primary' : ''}
      aria-disabled={fetching}
      onClick={() => void add()}
    >
      Add a pricing slide
    </button>
  );
  return (
    <DeckFrame deckId={deckId}>
      <Refusal error={error} retry={() => read({ requestPolicy: 'network-only' })} />
      <Refusal error={refused} />
      {data === undefined && error === undefined && <Skeleton />}
      {deck && slides.length === 0 && (
        <Empty title="No pricing slide yet">
          <p>A pricing slide offers a good, a better and a best tier, with prices for the home that was measured.</p>
          <p>{addButton}</p>
        </Empty>
      )}
      {deck && slide && (
        <>
          <nav class="choices" aria-label="Pricing slides">
            <ul>
              {slides.map(({ id, title }) => (
                <li key={id}>
                  <a href={`${base}?slide=${id}`} aria-current={id === slide.id ? 'true' : undefined}>
                    {title}
                  </a>
                </li>
              ))}
            </ul>
            {addButton}
          </nav>
          <PricingSlide key={slide.id} deck={deck} slide={slide} mayChange={may('decks:write')} />
        </>
      )}
    </DeckFrame>
  );
}
