import path from 'node:path';
import { ProcessPool } from '../../platform/limits/process-pool.ts';
import type { ShownContract } from '../contracts/contract.reader.ts';

const program = path.join(import.meta.dirname, `contract-printer.child${path.extname(import.meta.filename)}`);

/**
 * Prints contracts as PDF, in processes of their own: the first PDF of a process takes 200 ms of computing, each other one
 * 50 ms and a large one seconds, in which everybody else would have to wait.
 */
export class ContractPrinter extends ProcessPool<ShownContract, Uint8Array> {
  constructor() {
    super(program);
  }
}
