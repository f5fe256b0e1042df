import path from 'node:path';
import { ProcessPool } from '../../kit/core/index.ts';
import type { PrintedContract } from './contract.pdf.ts';

const program = path.join(import.meta.dirname, `contract-printer.child${path.extname(import.meta.filename)}`);

/**
 * Prints contracts as PDF in child processes: the first PDF of a process takes 200 ms of CPU, further ones 50 ms, large
 * ones seconds. In the server process all requests would wait for that.
 */
export class ContractPrinter extends ProcessPool<PrintedContract, Uint8Array> {
  constructor() {
    super(program);
  }
}
