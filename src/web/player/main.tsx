/** @jsxImportSource preact */
import { render } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { wordsFor } from '../words/words.ts';
import { forget } from '../offline/device.ts';
import { Refusal } from '../story/api.ts';
import { type Opened, openLink } from '../offline/opening.ts';
import { Page } from './page.tsx';

/** Waits for the link, and says in the same words of each link that does not open that it does not. */
function Opening({ first }: { readonly first: Promise<Opened> }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [refusal, setRefusal] = useState<number | null>(null);
  const [attempt, setAttempt] = useState(first);
  const [gone, setGone] = useState<string | null>(null);
  // Before the first paint: a link that is refused at once has somebody who listens.
  useLayoutEffect(() => {
    setRefusal(null);
    attempt.then(setOpened, (error: unknown) => setRefusal(error instanceof Refusal ? error.status : 0));
  }, [attempt]);
  // When the page has ended: it writes nothing any more.
  useEffect(() => {
    if (gone !== null) void forget(gone);
  }, [gone]);
  if (opened !== null) {
    const { token } = opened;
    const end = (): void => {
      setOpened(null);
      setRefusal(401);
      setGone(token);
    };
    return <Page opened={opened} onGone={end} />;
  }
  const { words, language } = wordsFor(navigator.language);
  document.documentElement.lang = language;
  if (refusal === null) {
    return (
      <main class="notice" aria-busy="true">
        <h1>{words.loading}</h1>
      </main>
    );
  }
  const isClosed = [401, 403, 404].includes(refusal);
  return (
    <main class="notice">
      <h1>{isClosed ? words.closedLink : words.unreachable}</h1>
      {!isClosed && (
        <button class="primary" type="button" onClick={() => setAttempt(openLink())}>
          {words.retry}
        </button>
      )}
    </main>
  );
}

const root = document.getElementById('root');
if (root !== null) {
  if (new URLSearchParams(location.search).has('present')) {
    void import('../presenter/main.tsx').then(({ showPresenter }) => showPresenter(root));
  } else {
    // Asked for before the first paint.
    render(<Opening first={openLink()} />, root);
  }
}
