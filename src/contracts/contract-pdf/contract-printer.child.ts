// Not by the face: each of these processes loads what is imported here.
import { serveTasks } from '../../kit/core/limits/serve-tasks.ts';
import { contractPdf } from './contract.pdf.ts';

/** The program of the child processes that print contracts: one contract in, one PDF out. */
serveTasks(contractPdf);
