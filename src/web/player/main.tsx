/** @jsxImportSource preact */
import { Component, type ComponentChildren, render } from 'preact';
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
  return isClosed ? (
    <Notice text={words.closedLink} />
  ) : (
    <Notice text={words.unreachable} onRetry={() => setAttempt(openLink())} />
  );
}

interface NoticeProps {
  readonly text: string;
  readonly onRetry?: () => void;
}

function Notice({ text, onRetry }: NoticeProps) {
  return (
    <main class="notice">
      <h1>{text}</h1>
      {onRetry !== undefined && (
        <button class="primary" type="button" onClick={onRetry}>
          {wordsFor(navigator.language).words.retry}
        </button>
      )}
    </main>
  );
}

/** Says that the page has failed where it would be blank, and offers to load it again. */
class Boundary extends Component<{ readonly children: ComponentChildren }, { readonly hasFailed: boolean }> {
  override componentDidCatch(error: unknown): void {
    reportError(error);
    this.setState({ hasFailed: true });
  }

  override render() {
    if (this.state.hasFailed !== true) return this.props.children;
    return <Notice text={wordsFor(navigator.language).words.broken} onRetry={() => location.reload()} />;
  }
}

const root = document.getElementById('root');
if (root !== null) {
  if (new URLSearchParams(location.search).has('present')) {
    void import('../presenter/main.tsx').then(({ showPresenter }) => showPresenter(root));
  } else {
    // Asked for before the first paint.
    const first = openLink();
    render(
      <Boundary>
        <Opening first={first} />
      </Boundary>,
      root,
    );
  }
}
