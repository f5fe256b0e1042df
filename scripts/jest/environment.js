import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

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

  /** Restores what Jest replaces for each test file. */
  async teardown() {
    this.fakeTimersModern.dispose();
    globalThis.console = this.#console;
    process.exit = this.#exit;
  }
}

export { ProcessEnvironment as 'module.exports' };
