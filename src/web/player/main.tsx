/** @jsxImportSource preact */
import { Component, type ComponentChildren, render } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { Notice } from '../brand/notice.tsx';
import { wordsFor } from '../words/words.ts';
import { Refusal } from '../story/api.ts';
import { addressToken, type Opened, openLink } from '../offline/opening.ts';
import { forget } from '../offline/device.ts';
import type { Remains } from '../offline/remains.tsx';
import { isHandedOver } from '../contract/handed.ts';
import { loadSignPanel } from './contract-panel.tsx';
import { Page } from './page.tsx';

/** Opens the link. A device that is handed over shows its contract alone: the page waits for what covers it. */
async function open(): Promise<Opened> {
  const opened = await openLink();
  if (isHandedOver(opened.presentation.presentationId)) await loadSignPanel();
  return opened;
}

/** Waits for the link, and shows the same text for each link that does not open. */
function Opening({ first }: { readonly first: Promise<Opened> }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [attempt, setAttempt] = useState(first);
  // Before the first paint: a link that is refused at once has somebody who listens.
  useLayoutEffect(() => {
    setRefusal(null);
    attempt.then(setOpened, (error: unknown) => setRefusal(error instanceof Refusal ? error : new Refusal(0)));
  }, [attempt]);
  if (opened !== null) {
    const end = (reason: Refusal): void => {
      setOpened(null);
      setRefusal(reason);
    };
    return <Page opened={opened} onGone={end} />;
  }
  const { words, language } = wordsFor(navigator.language);
  document.documentElement.lang = language;
  if (refusal === null) return <Notice text={words.loading} isBusy />;
  const isClosed = [401, 403, 404].includes(refusal.status);
  return isClosed ? (
    <Notice text={words.closedLink}>
      <Closed token={addressToken()} hasEnded={refusal.reason === 'link_ended'} />
    </Notice>
  ) : (
    <Retry text={words.unreachable} onRetry={() => setAttempt(open())} />
  );
}

/** Deletes the copy of a link that has ended, and shows what this device still has of a link that does not open. */
function Closed(props: { readonly token: string; readonly hasEnded: boolean }) {
  const { token, hasEnded } = props;
  const [Found, setFound] = useState<typeof Remains | null>(null);
  // Behind the page, which writes nothing once this is shown.
  useEffect(() => {
    if (hasEnded) void forget(token);
    import('../offline/remains.tsx').then((loaded) => setFound(() => loaded.Remains), reportError);
  }, [token, hasEnded]);
  return Found && <Found {...props} words={wordsFor(navigator.language).words} />;
}

function Retry({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) {
  return (
    <Notice text={text}>
      <button class="primary" type="button" onClick={onRetry}>
        {wordsFor(navigator.language).words.retry}
      </button>
    </Notice>
  );
}

/** Shows that the page has failed where it would be blank, and offers to load it again. */
class Boundary extends Component<{ readonly children: ComponentChildren }, { readonly hasFailed: boolean }> {
  override componentDidCatch(error: unknown): void {
    reportError(error);
    this.setState({ hasFailed: true });
  }

  override render() {
    if (this.state.hasFailed !== true) return this.props.children;
    return <Retry text={wordsFor(navigator.language).words.broken} onRetry={() => location.reload()} />;
  }
}

const root = document.getElementById('root');
if (root !== null) {
  const query = new URLSearchParams(location.search);
  const pdf = query.get('pdf');
  if (pdf !== null) {
    void import('../contract/pdf.tsx').then(({ showPdf }) => showPdf(root, pdf));
  } else if (query.has('present')) {
    void import('../presenter/main.tsx').then(({ showPresenter }) => showPresenter(root));
  } else {
    // Requested before the first paint.
    const first = open();
    render(
      <Boundary>
        <Opening first={first} />
      </Boundary>,
      root,
    );
  }
}
