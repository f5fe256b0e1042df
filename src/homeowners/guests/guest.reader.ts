import { inTurns, jsonDigest, notFound, plainDigest, productVersion } from '../../kit/core/index.ts';
import type { RequestScope } from '../../kit/data/index.ts';
import { guestScopes } from '../../kit/rights/index.ts';
import { ContractStatus } from '../../contracts/contracts/contract-status.ts';
import {
  contractRowsOfPresentations,
  contractsOfPresentations,
  readContract,
  type ShownContract,
} from '../../contracts/contracts/contract.reader.ts';
import { statusAt } from '../../contracts/contracts/contract.transitions.ts';
import { readDeck } from '../../authoring/decks/deck.reader.ts';
import { presentationOf } from '../links/guest-link.ts';
import { isOffered } from '../../presentations/personalisation/presentation.offers.ts';
import type { PricingOffer } from '../../presentations/personalisation/presentation.pricing.ts';
import type { PresentationSlide } from '../../presentations/personalisation/presentation.snapshot.ts';
import { readWholePresentation } from '../../presentations/presentations/presentation.reader.ts';
import type { GuestContract } from './guest.contract.ts';
import type { GuestOffer, GuestPresentation, GuestTier } from './guest.presentation.ts';

/** Reads what a link leads to. @throws AppError `NOT_FOUND` when it was deleted */
export async function readGuestPresentation(scope: RequestScope): Promise<GuestPresentation> {
  const presentation = await readWholePresentation(scope, presentationOf(scope));
  const { id, version, status, deckId, homeowner, languageSettings, slides, faqs, pricing } = presentation;
  const deck = await readDeck(scope, deckId);
  const canSign = scope.actor.scopes.has(guestScopes.sign);
  const contractsTag = canSign ? await readContractsTag(scope, id) : null;
  const shown = {
    presentationId: id,
    version,
    contractsTag,
    status,
    title: deck.name,
    brandName: deck.brandName,
    brand: deck.brand,
    homeownerName: `${homeowner.firstName} ${homeowner.lastName}`,
    language: languageSettings?.languageCode ?? deck.defaultLanguage,
    canSign,
    isEngagementTracked: deck.isEngagementTracked,
    slides: slides.map((slide) => ({
      ...slide,
      captionsUrl: `/api/presentations/${id}/slides/${slide.id}.vtt`,
    })),
    faqs: faqs.map((faq) => ({ ...faq, captionsUrl: `/api/presentations/${id}/faqs/${faq.id}.vtt` })),
    offers: pricing.offers.map((offer) => guestOffer(offer, slides)),
  };
  return { ...shown, stateTag: await tagOf(shown) };
}

/**
 * Of what was read, not of its versions: a slide may be spoken between the reads of the presentation and of its slides,
 * and a stream that took them for the state of that version would never send it.
 */
async function tagOf({ slides, faqs, ...rest }: Omit<GuestPresentation, 'stateTag'>): Promise<string> {
  const parts = await inTurns([...slides, ...faqs], plainDigest);
  return jsonDigest([productVersion, rest, parts]).slice(0, 16);
}

function guestOffer(
  { sourceSlideId, title, selectedTier, suggestedTier, isAgreed, tiers, addOns, financing }: PricingOffer,
  slides: readonly PresentationSlide[],
): GuestOffer {
  const shown = slides.find((slide) => slide.sourceSlideId === sourceSlideId)?.productData;
  return {
    sourceSlideId,
    title,
    subtitle: shown?.subtitle ?? null,
    brandLogo: shown?.brandLogo ?? null,
    disclaimer: shown?.disclaimer ?? null,
    backgroundColor: shown?.backgroundColor ?? null,
    selectionColor: shown?.selectionColor ?? null,
    selectedTier,
    suggestedTier,
    isAgreed,
    addOns,
    financing,
    tiers: tiers
      .filter(isOffered)
      .map(
        ({
          tier,
          name,
          tagline,
          features,
          total,
          totalText,
          tax,
          deposit,
          depositText,
          currency,
          lines,
        }): GuestTier => ({
          tier,
          name,
          tagline: tagline ?? null,
          features: features ?? [],
          total,
          totalText: totalText ?? null,
          tax: tax ?? null,
          deposit: deposit ?? null,
          depositText: depositText ?? null,
          currency,
          lines,
        }),
      ),
  };
}

/** What a guest sees of contracts: those that were sent, unless the seller has withdrawn them. */
const shownStates: ReadonlySet<ContractStatus> = new Set([
  ContractStatus.SENT,
  ContractStatus.VIEWED,
  ContractStatus.SIGNED,
  ContractStatus.DECLINED,
  ContractStatus.EXPIRED,
  ContractStatus.RESCINDED,
]);

/** The columns with states, without what was signed. */
const ofStates = new Set(['id', 'presentationId', 'version', 'status', 'expiresAt']);

/** Stands for the contracts that a guest sees, without their documents; null where there is none. */
async function readContractsTag({ em, now }: RequestScope, presentationId: string): Promise<string | null> {
  const [contracts = []] = await contractRowsOfPresentations(em, [presentationId], ofStates);
  const states = contracts.flatMap(({ id, version, status: stored, expiresAt = null }) => {
    const status = stored && statusAt({ status: stored, expiresAt }, now());
    return status !== undefined && shownStates.has(status) ? [[id, version, status]] : [];
  });
  return states.length === 0 ? null : jsonDigest(states).slice(0, 12);
}

/** Reads the contracts of the presentation that a link leads to, newest first. */
export async function readGuestContracts(scope: RequestScope): Promise<GuestContract[]> {
  const [contracts = []] = await contractsOfPresentations(scope.em, [presentationOf(scope)]);
  return contracts.filter(({ status }) => shownStates.has(status)).map((contract) => guestContract(scope, contract));
}

/** @throws AppError `NOT_FOUND` for a contract that the guest of the link does not see */
export async function requireGuestContract(scope: RequestScope, contractId: string): Promise<string> {
  const { id, presentationId, status } = await readContract(scope, contractId);
  if (presentationId !== presentationOf(scope) || !shownStates.has(status)) throw notFound('contract', contractId);
  return id;
}

/** A contract as its signer sees it now. */
export function guestContract({ now }: Pick<RequestScope, 'now'>, contract: ShownContract): GuestContract {
  const { id, status, rescindableUntil } = contract;
  return {
    ...contract,
    contractId: id,
    canRescind: status === ContractStatus.SIGNED && rescindableUntil !== null && now() < rescindableUntil,
    pdfUrl: `/api/contracts/${id}/document.pdf`,
  };
}
