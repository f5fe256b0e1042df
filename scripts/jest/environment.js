import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/** Where a test file puts the names of tests of a foreign suite that it skips. What stays there is no test. */
const skippedTests = Symbol.for('skipped tests');
/** Jest Circus keeps the tests of each file in a global of a new symbol, which has this description. */
const circusState = 'JEST_STATE_SYMBOL';

/** Tests run among the globals of their process, as the server does, in place of a context of their own. */
class ProcessEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  #console = globalThis.console;
  #exit = process.exit;

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** Jest requires the method. NodeRuntime needs no context. */
  getVmContext() {
    return null;
  }

  async setup() {}

  /** Skips what the test file has listed, once all its tests are known. */
  async handleTestEvent({ name }, { rootDescribeBlock }) {
    const skipped = globalThis[skippedTests];
    if (name === 'run_start' && skipped !== undefined) skipListed(rootDescribeBlock, '', skipped);
  }

  /** Restores what Jest replaces for each test file. */
  async teardown() {
    this.fakeTimersModern.dispose();
    globalThis.console = this.#console;
    delete globalThis[skippedTests];
    process.exit = this.#exit;
    // It refers to the tests of the file, and so to each app that they used.
    const symbols = Object.getOwnPropertySymbols(globalThis);
    for (const symbol of symbols) if (symbol.description === circusState) delete globalThis[symbol];
  }
}

function skipListed(block, path, skipped) {
  for (const child of block.children) {
    const name = `${path}${child.name}`;
    if (child.type === 'describeBlock') skipListed(child, `${name} > `, skipped);
    else if (skipped.delete(name)) child.mode = 'skip';
  }
}

export { ProcessEnvironment as 'module.exports' };
