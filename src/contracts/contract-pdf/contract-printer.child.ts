import { serveTasks } from '../../kit/core/index.ts';
import { contractPdf } from './contract.pdf.ts';

/** The program of the child processes that print contracts: one contract in, one PDF out. */
serveTasks(contractPdf);
