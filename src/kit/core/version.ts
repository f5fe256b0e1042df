import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import path from 'node:path';

/** By a search, because the depth differs between the sources and the bundle. */
const description = findPackageJSON(import.meta.url);
if (description === undefined) throw new Error(`there is no package.json above ${import.meta.filename}`);

const { version } = JSON.parse(readFileSync(description, 'utf8')) as { readonly version: string };

/** The folder of package.json: what the build has made stands in its `dist`. */
export const packageFolder = path.dirname(description);

/** The version in package.json. */
export const productVersion = version;
