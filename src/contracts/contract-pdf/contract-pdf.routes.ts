import { AppError, jsonDigest, productVersion } from '../../kit/core/index.ts';
import { file, notModified, type Route, route, signedQuery, tagged } from '../../kit/http/index.ts';
import { readLogo } from '../../authoring/brands/logos.ts';
import { readContract, type ShownContract } from '../contracts/contract.reader.ts';
import type { ContractPrinter } from './contract-printer.ts';

const headersOfPdf = ['Content-Disposition', 'Cache-Control', 'ETag'] as const;

export function contractPdfRoutes(printer: ContractPrinter): Route[] {
  return [
    route({
      tag: 'Contracts',
      extension: true,
      method: 'GET',
      path: '/api/contracts/{contractId}/document.pdf',
      operationId: 'getContractPdf',
      query: signedQuery,
      summary: 'Print a contract as PDF',
      description:
        'Prints the signed tier, or all tiers of an unsigned contract, in the language of the document, or in English where the font lacks its characters. A client that sends the ETag back in If-None-Match is answered 304 until something printed changes.',
      responses: {
        200: file('application/pdf', 'The same bytes for the same contract.', headersOfPdf),
        304: notModified(headersOfPdf),
      },
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: async ({ scope, path, hasTag }) => {
        const contract = await readContract(scope, path('contractId'));
        requireWhole(contract);
        const headers = {
          'Content-Disposition': `inline; filename="contract-${contract.id}.pdf"`,
          'Cache-Control': 'private, no-cache',
          ...tagged(printTag(contract)),
        };
        if (hasTag(headers.ETag)) return { status: 304, headers };
        const logo = await readLogo(scope, contract.brand?.logo ?? '');
        // A caller with a signed link shows no key: the prints of one presentation do not delay those of others.
        const holder = scope.actor.key ?? contract.presentationId;
        return { body: await printer.run({ contract, logo }, holder), headers };
      },
    }),
  ];
}

/** Changes with all that is printed: the contract, its brand whose logo never changes, and the program that prints it. */
function printTag(contract: ShownContract): string {
  return jsonDigest([productVersion, contract]);
}

/** @throws AppError `CONFLICT` for a document that is no longer the one that was signed */
function requireWhole({ pseudonymizedAt }: ShownContract): void {
  if (pseudonymizedAt === null) return;
  const when = pseudonymizedAt.toISOString();
  throw new AppError('pseudonymized', `It was pseudonymized at ${when}: what was signed can no longer be printed.`);
}
