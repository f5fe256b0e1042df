import { parentPort } from 'node:worker_threads';
import { contractPdf } from './contract.pdf.ts';
import type { ShownContract } from './contract.reader.ts';

/** The program of the thread in which contracts are printed: one contract comes, one PDF goes. */
parentPort?.on('message', async (contract: ShownContract) => parentPort?.postMessage(await contractPdf(contract)));
