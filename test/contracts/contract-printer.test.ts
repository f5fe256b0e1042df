import { afterAll, describe, expect, test } from '@jest/globals';
import { ContractPrinter } from '../../src/contracts/contract-pdf/contract-printer.ts';
import type { ShownContract } from '../../src/contracts/contracts/contract.reader.ts';
import { useApp } from '../helpers/test-app.ts';
import { Contracts, presented, productData } from './contracts.ts';

const app = useApp();
const contracts = new Contracts(app);

describe('printing a contract', () => {
  const printer = new ContractPrinter();

  afterAll(() => printer.close());

  async function drafted(): Promise<ShownContract> {
    const contract = await contracts.in('draft');
    return { ...contract, createdAt: new Date(contract.createdAt) } as unknown as ShownContract;
  }

  test('gives each of many who ask at the same time their own', async () => {
    const [one, other] = [await drafted(), await drafted()];
    // Its process starts for seconds on a busy machine, for as long as somebody waits for a place.
    await printer.run({ contract: one, logo: null });
    const asked = [one, other, one, other].map((contract) => printer.run({ contract, logo: null }));
    const [first, second, third, fourth] = (await Promise.all(asked)).map((pdf) => Buffer.from(pdf).toString('latin1'));
    expect(first?.startsWith('%PDF-')).toBe(true);
    expect([third, fourth]).toEqual([first, second]);
    expect(first).not.toBe(second);
  });

  test('goes on after one that cannot be printed', async () => {
    const contract = await drafted();
    const broken = { ...contract, document: { ...contract.document, currency: 'no currency' } };
    const asked = [broken, contract].map((it) => printer.run({ contract: it, logo: null }));
    await expect(asked[0]).rejects.toThrow('Invalid currency code');
    expect((await asked[1])?.length).toBeGreaterThan(1_000);
  });

  test('ends when the printer is closed, for those in line, too', async () => {
    const contract = await drafted();
    const ending = new ContractPrinter();
    const asked = [contract, contract].map((it) => ending.run({ contract: it, logo: null }));
    const refused = asked.map((it) => expect(it).rejects.toThrow('aborted'));
    await ending.close();
    await Promise.all(refused);
  });

  test('keeps nobody else waiting, however long the contract is', async () => {
    const adders = Array.from({ length: 120 }, () => ({ label: 'x'.repeat(500), amount: 1 }));
    const slide = { productData: { ...productData, good: { basePrice: 10, adders } } };
    const { id } = await contracts.in('draft', await presented(app.rest, { slide }));
    const answered: string[] = [];
    const printed = fetch(`${app.base}/api/contracts/${id}/document.pdf`).then(async (response) => {
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(30_000);
      answered.push('pdf');
    });
    for (let count = 0; count < 3; count += 1) {
      await contracts.read(id);
      answered.push('contract');
    }
    await printed;
    expect(answered).toEqual(['contract', 'contract', 'contract', 'pdf']);
  });
});
