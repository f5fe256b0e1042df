/** @jsxImportSource preact */
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { addressToken } from '../offline/opening.ts';
import { GuestApi, isGone, Refusal } from '../story/api.ts';
import type { Words } from '../words/english.ts';
import { wordsFor } from '../words/words.ts';

/**
 * Opens the PDF of a contract in place of this page. Links to files count for some minutes, and a page may be open for
 * hours: so its link to the PDF leads here, where a new one is asked for, and where a failure is said in words.
 */
export function showPdf(root: HTMLElement, contractId: string): void {
  const { words, language } = wordsFor(navigator.language);
  document.documentElement.lang = language;
  document.title = words.contract;
  render(<Pdf contractId={contractId} words={words} />, root);
}

interface PdfProps {
  readonly contractId: string;
  readonly words: Words;
}

function Pdf({ contractId, words }: PdfProps) {
  const [attempt, setAttempt] = useState(1);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    setProblem(null);
    openPdf(contractId).catch((error: unknown) => setProblem(problemOf(error, words)));
  }, [attempt]);
  return (
    <main class="notice" aria-busy={problem === null}>
      <h1>{words.contract}</h1>
      <p role="status">{problem}</p>
      {problem !== null && (
        <button class="primary" type="button" onClick={() => setAttempt(attempt + 1)}>
          {words.retry}
        </button>
      )}
    </main>
  );
}

/** @throws Refusal */
async function openPdf(contractId: string): Promise<void> {
  const contracts = await new GuestApi(addressToken()).contracts();
  const pdfUrl = contracts.find((one) => one.contractId === contractId)?.pdfUrl;
  if (pdfUrl === undefined) throw new Refusal(404);
  // Loaded first, so that a refusal does not become the page. The browser then asks with its ETag: nothing is printed twice.
  const response = await fetch(pdfUrl).catch(() => null);
  if (response?.ok !== true) throw new Refusal(response?.status ?? 0);
  await response.blob().catch(() => {
    throw new Refusal(0);
  });
  location.replace(pdfUrl);
}

function problemOf(error: unknown, words: Words): string {
  if (isGone(error)) return words.closedLink;
  return error instanceof Refusal && error.status === 0 ? words.unanswered : words.failed;
}
