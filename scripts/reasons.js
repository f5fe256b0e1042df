// Writes the table of docs/errors.md from the codes and reasons that src/kit/core declares.
// With --check it only compares, and fails when the committed file differs.
import { errorReasons, statusByCode, titleByCode } from '../dist/kit/core/index.js';
import { markdownTable, writeParts } from './generated-document.js';

const codes = Object.entries(statusByCode).map(([code, status]) => [String(status), `\`${code}\``, titleByCode[code]]);
const reasons = errorReasons.map(({ reason, code, description }) => [`\`${reason}\``, `\`${code}\``, description]);

await writeParts(
  'docs/errors.md',
  {
    codes: markdownTable(['status', 'code', 'title'], codes),
    reasons: markdownTable(['reason', 'code', 'meaning'], reasons),
  },
  'npm run reasons',
);
