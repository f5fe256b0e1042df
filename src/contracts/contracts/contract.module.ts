import { needs } from '../../kit/rights/index.ts';
import { uuidParameter } from '../../kit/http/index.ts';
import { tableNode } from '../../kit/graphql/index.ts';
import type { RequestScope } from '../../kit/data/index.ts';
import type { Module } from '../../kit/module.ts';
import { Contract } from './contract.entity.ts';
import { eventsOfContracts } from './contract.events.ts';
import { expireContractTask } from './expire-contract.task.ts';
import { contractsById } from './contract.reader.ts';
import { ContractResolver, documentPrice, PresentationContractsResolver } from './contract.resolver.ts';
import { documentTextOf } from './document-text.resolver.ts';
import { contractRoutes } from './contract.routes.ts';
import type { ContractService } from './contract.service.ts';

interface Dependencies {
  readonly contracts: ContractService;
}

interface Work {
  readonly contracts: ContractService;
  readonly newScope: () => RequestScope;
}

/** Contracts of presentations, from draft to signature or expiry. */
export const contractModule: Module<Dependencies, Work> = {
  operations: {
    listContracts: needs('contracts:read'),
    listAllContracts: needs('contracts:read', 'Query.contracts'),
    getContract: needs('contracts:read', 'Query.contract'),
    createContract: needs('contracts:write'),
    updateContract: needs('contracts:write'),
    sendContract: needs('contracts:write'),
    markContractViewed: needs('contracts:write'),
    signContract: needs('contracts:write'),
    declineContract: needs('contracts:write'),
    voidContract: needs('contracts:write'),
  },
  tags: { Contracts: "The offer of a presentation's prices on its way to a signature." },
  pathParameters: { contractId: uuidParameter('The id of the contract.') },
  entities: [Contract],
  events: eventsOfContracts,
  nodes: {
    Contract: tableNode(Contract, contractsById, 'contracts:read', {
      namedBy: { contractId: 'The contract, as it is now; null after it was deleted.' },
      price: documentPrice,
    }),
  },
  resolvers: [ContractResolver, PresentationContractsResolver, documentTextOf(Contract)],
  instances: ({ contracts }) => [new ContractResolver(contracts)],
  routes: ({ contracts }) => contractRoutes(contracts),
  tasks: ({ contracts, newScope }) => [expireContractTask(newScope, contracts)],
};
