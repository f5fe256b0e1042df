import { serveTasks } from '../../platform/limits/serve-tasks.ts';
import { contractPdf } from './contract.pdf.ts';

/** The program of a process in which contracts are printed: one contract comes, one PDF goes. */
serveTasks(contractPdf);
