import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe } from '@jest/globals';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { use } from './use.ts';

/** Where Debian installs Chromium. */
const executablePath = '/usr/bin/chromium';

// It connects to nothing but what a test opens.
const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic'];
const args = ['--no-sandbox', '--disable-gpu', '--no-first-run', ...quiet];

const isInstalled = existsSync(executablePath);
if (!isInstalled) process.stderr.write(`${executablePath} is not installed: tests in a browser are skipped.\n`);

/** A block of tests that drive a browser. */
export const describeInBrowser = isInstalled ? describe : describe.skip;

/** A page, and what went wrong in it. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors and warnings of the console, uncaught errors, and what the policy of the page has refused. */
  readonly complaints: string[];
}

/** One browser for all tests of a block, with a profile of its own. */
export class Browser {
  #context!: BrowserContext;
  readonly #pages: Page[] = [];

  async open(): Promise<this> {
    const profile = await mkdtemp(path.join(os.tmpdir(), 'deckcast-browser-'));
    this.#context = await chromium.launchPersistentContext(profile, { executablePath, args });
    this.close = async () => {
      await this.#context.close();
      await rm(profile, { recursive: true, force: true });
    };
    return this;
  }

  close: () => Promise<void> = async () => {};

  /** Takes the network of all pages and workers away, or gives it back. */
  setOffline(isOffline: boolean): Promise<void> {
    return this.#context.setOffline(isOffline);
  }

  /** Pages keep a stream open each, and a browser has six connections to a server. */
  async closePages(): Promise<void> {
    await Promise.all(this.#pages.splice(0).map((page) => page.close()));
  }

  async visit(url: string): Promise<WatchedPage> {
    const page = await this.#context.newPage();
    this.#pages.push(page);
    page.setDefaultTimeout(20_000); // Less than a test has: its message says what was waited for.
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', ({ message }) => complaints.push(message));
    await page.goto(url);
    return { page, complaints };
  }
}

/** A browser for all tests of a block. The pages of a test are closed behind it. */
export function useBrowser(): Browser {
  const browser = new Browser();
  use(async () => {
    await browser.open();
    return () => browser.close();
  });
  afterEach(() => browser.closePages());
  return browser;
}
