import type { Module } from '../../kit/module.ts';
import { needs, orSigned } from '../../kit/rights/index.ts';
import type { ContractPrinter } from './contract-printer.ts';
import { contractPdfRoutes } from './contract-pdf.routes.ts';

export const contractPdfModule: Module<{ readonly printer: ContractPrinter }> = {
  operations: { getContractPdf: orSigned(needs('contracts:read')) },
  routes: ({ printer }) => contractPdfRoutes(printer),
};
