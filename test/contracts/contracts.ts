import { sql } from 'kysely';
import { extractText, getDocumentProxy } from 'unpdf';
import type { ContractAnswer, PresentationAnswer } from '../helpers/answers.ts';
import { createDeck, createPresentation, createSlide } from '../helpers/factories.ts';
import type { RestAnswer, RestClient } from '../helpers/rest-client.ts';
import type { TestApp } from '../helpers/test-app.ts';

export type Answer = RestAnswer<
  { contract: ContractAnswer } & { detail: string; reason: string; errors: { pointer: string }[] }
>;

export const productData = {
  disclaimer: 'Prices for {{first_name}} hold for 30 days.',
  good: { name: 'Good roof', price: 11_800 },
  better: { name: 'Better roof', basePrice: 350, pricePerSquare: 509.15 },
  best: { name: 'Best roof', pricePerKw: 3_150 },
};

/** A deck whose contracts can be canceled. */
export const cancelable = {
  timeZone: 'America/Denver',
  rightToCancel: {
    rule: 'us_ftc_cooling_off',
    sellerName: 'Larkspur Roofing LLC',
    sellerAddress: '410 Congress Avenue, Austin, TX 78701',
  },
};

/** A presentation whose tiers good and better have a price; best lacks the size of the solar system. */
export async function presented(
  rest: RestClient,
  { deck = {}, slide = {}, input = {} } = {},
): Promise<PresentationAnswer> {
  const { id } = await createDeck(rest, { brandName: 'Larkspur Roofing', ...deck });
  await createSlide(rest, id, { slideType: 'product_pricing_v1', productData, ...slide });
  return createPresentation(rest, id, { price_inputs: { roof_squares: 24.5 }, ...input });
}

/** The moves that bring a draft into a state. */
const waysTo: Record<ContractAnswer['status'], readonly string[]> = {
  draft: [],
  sent: ['send'],
  viewed: ['send', 'mark-viewed'],
  declined: ['send', 'decline'],
  voided: ['void'],
  signed: ['send', 'sign'],
  rescinded: ['send', 'sign', 'rescind'],
  expired: ['send'],
};

function signatureOf({ documentHash }: ContractAnswer): Record<string, unknown> {
  return { tier: 'better', signerName: 'Dana Whitaker', consent: true, documentHash };
}

/** What may be asked of contracts over REST. */
export class Contracts {
  constructor(private readonly app: TestApp) {}

  create(presentationId: string, body?: object): Promise<Answer> {
    return this.app.rest.post(`/api/presentations/${presentationId}/contracts`, body);
  }

  read(id: string): Promise<Answer> {
    return this.app.rest.get(`/api/contracts/${id}`);
  }

  move(id: string, move: string, body?: object, headers?: Record<string, string>): Promise<Answer> {
    return this.app.rest.post(`/api/contracts/${id}/${move}`, body, headers);
  }

  /** A new contract of a new presentation, brought into a state. */
  async in(
    status: ContractAnswer['status'],
    presentation?: PresentationAnswer,
    draft?: object,
  ): Promise<ContractAnswer> {
    const { id: presentationId } = presentation ?? (await presented(this.app.rest));
    let { contract } = (await this.create(presentationId, draft)).body;
    const { id } = contract;
    for (const move of waysTo[status]) {
      ({ contract } = (await this.move(id, move, move === 'sign' ? signatureOf(contract) : undefined)).body);
    }
    if (status === 'expired') {
      await this.makeOverdue(id);
      ({ contract } = (await this.read(id)).body);
    }
    if (contract.status !== status) throw new Error(`The contract is ${contract.status}, not ${status}`);
    return contract;
  }

  /** What signs a contract as it is now. */
  async signature(id: string): Promise<Record<string, unknown>> {
    return signatureOf((await this.read(id)).body.contract);
  }

  /** The text of its PDF in one line. */
  async printed(id: string, headers: Record<string, string> = {}): Promise<{ text: string; pages: number }> {
    const response = await fetch(`${this.app.base}/api/contracts/${id}/document.pdf`, { headers });
    const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
    const { text, totalPages } = await extractText(pdf, { mergePages: true });
    return { text: text.replaceAll(/\s+/g, ' '), pages: totalPages };
  }

  /** As if its time had passed while no worker ran. */
  async makeOverdue(id: string): Promise<void> {
    await sql`update contract set expires_at = now() - interval '1 second' where id = ${id}`.execute(
      this.app.database.connection.kysely,
    );
  }
}
