/** @jsxImportSource preact */
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Notice } from '../brand/notice.tsx';
import { addressToken } from '../offline/opening.ts';
import { GuestApi, isGone, Refusal } from '../story/api.ts';
import type { Words } from '../words/english.ts';
import { wordsFor } from '../words/words.ts';
import './pdf.css';

/**
 * Shows the PDF of a contract at an address that does not end. Links to files count for some minutes, while pages are open for
 * hours, and phones load tabs again days later: so the link to the PDF points here, where each load requests a new one,
 * and where a failure is shown in words.
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
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    setProblem(null);
    loadPdf(contractId).then(
      (pdf) => setUrl(URL.createObjectURL(pdf)),
      (error: unknown) => setProblem(problemOf(error, words)),
    );
  }, [attempt]);
  if (url !== null) {
    return (
      <main class="document">
        <h1>{words.contract}</h1>
        <a class="secondary" href={url} download={`contract-${contractId}.pdf`}>
          {words.savePdf}
        </a>
        {/* Some phones show no PDF in a page, or its first side alone: there it is saved. */}
        {navigator.pdfViewerEnabled !== false && <iframe src={url} title={words.contract} />}
      </main>
    );
  }
  return (
    <Notice text={words.contract} isBusy={problem === null}>
      <p role="status">{problem}</p>
      {problem !== null && (
        <button class="primary" type="button" onClick={() => setAttempt(attempt + 1)}>
          {words.retry}
        </button>
      )}
    </Notice>
  );
}

/** @throws Refusal */
async function loadPdf(contractId: string): Promise<Blob> {
  const contracts = await new GuestApi(addressToken()).contracts();
  const pdfUrl = contracts.find((one) => one.contractId === contractId)?.pdfUrl;
  if (pdfUrl === undefined) throw new Refusal(404);
  const response = await fetch(pdfUrl).catch(() => null);
  if (response?.ok !== true) throw new Refusal(response?.status ?? 0);
  return response.blob().catch(() => {
    throw new Refusal(0);
  });
}

function problemOf(error: unknown, words: Words): string {
  if (isGone(error)) return words.closedLink;
  return error instanceof Refusal && error.status === 0 ? words.unanswered : words.failed;
}
