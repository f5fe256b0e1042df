import { sql } from 'kysely';
import { PngFault, pngUrlStart, readPng } from '../../engines/pdf/png.ts';
import { type RequestScope, selectOne, type TransactionScope } from '../../kit/data/index.ts';
import { invalidField } from '../../kit/core/index.ts';
import { type Brand, type BrandInput, mostLogoBytes } from './brand.attributes.ts';
import { Logo } from './logo.entity.ts';
import { logoIdOf, logoUrlOf } from './logo-url.ts';

const limits = { side: 2_000, pixels: 1_000_000 };

/** A brand whose new logo, if it has one, was read and is yet to be stored. */
export interface GivenBrand {
  readonly color: string | null;
  /** The path of a stored logo; null for none, or a new one. */
  readonly logo: string | null;
  readonly png: Buffer | null;
}

/**
 * Reads the brand that a client gives. Undefined and null stay as they are.
 *
 * @throws AppError `INVALID_INPUT` for a logo that is no PNG, or too large
 */
export async function readBrand<Given extends BrandInput | null | undefined>(
  given: Given,
): Promise<GivenBrand | Exclude<Given, BrandInput>> {
  if (given === null || given === undefined) return given as Exclude<Given, BrandInput>;
  const { color = null, logo = null } = given;
  if (logo === null || !logo.startsWith(pngUrlStart)) return { color, logo, png: null };
  return { color, logo: null, png: await pngIn(logo) };
}

async function pngIn(logo: string): Promise<Buffer> {
  const file = Buffer.from(logo.slice(pngUrlStart.length), 'base64');
  if (file.length > mostLogoBytes) throw logoFault('length', 'must be a PNG of at most 100,000 bytes');
  try {
    return (await readPng(file, limits)).bytes;
  } catch (error) {
    throw error instanceof PngFault ? logoFault('format', error.message) : error;
  }
}

function logoFault(code: 'length' | 'format', detail: string) {
  return invalidField('/brand/logo', code, `brand.logo ${detail}.`);
}

/**
 * Stores the logo of a brand that is given to a locked deck. The same picture stays the same logo.
 *
 * @param current the brand that the deck has
 * @throws AppError `INVALID_INPUT` for the path of a logo that the deck does not have
 */
export async function storeBrand(
  { em }: TransactionScope,
  deckId: string,
  current: Brand | null,
  { color, logo, png }: GivenBrand,
): Promise<Brand> {
  const before = current?.logo ?? null;
  const id = logo === null ? null : logoIdOf(logo);
  if (logo !== null && (id === null || before !== logoUrlOf(id))) {
    throw logoFault('format', 'names no logo of this deck: send the PNG as a data URL');
  }
  if (png === null) return { color, logo: logo === null ? null : before };
  const base64 = png.toString('base64');
  const kept = before === null ? null : await em.findOne(Logo, { id: logoIdOf(before) ?? '' });
  if (kept?.png === base64) return { color, logo: before };
  const stored = Object.assign(new Logo(), { deckId, png: base64 });
  em.persist(stored);
  return { color, logo: logoUrlOf(stored.id) };
}

/** Deletes the logos that a locked deck no longer has, but for those that signed contracts hold. */
export async function releaseLogos({ em }: TransactionScope, deckId: string, brand: Brand | null): Promise<void> {
  const id = logoIdOf(brand?.logo ?? '');
  await em.nativeDelete(Logo, { deckId, isHeld: false, ...(id === null ? {} : { id: { $ne: id } }) });
}

/**
 * Holds the logo of a brand for a contract that is signed. It waits for a change of the deck that releases it, so that it
 * is there for good or is already gone.
 *
 * @returns the brand of the contract, without a logo that was deleted meanwhile
 */
export async function holdBrand({ em }: TransactionScope, brand: Brand | null): Promise<Brand | null> {
  const id = logoIdOf(brand?.logo ?? '');
  if (brand === null || id === null) return brand;
  const held = await em.nativeUpdate(Logo, { id }, { isHeld: true });
  return held === 1 ? brand : { ...brand, logo: null };
}

/** The PNG of a logo that the actor sees; null for none. */
export async function readLogo({ em }: RequestScope, url: string): Promise<Buffer | null> {
  const id = logoIdOf(url);
  const logo = id === null ? null : await selectOne(em, Logo, sql`where id = ${id}`);
  return logo === null ? null : Buffer.from(logo.png, 'base64');
}
