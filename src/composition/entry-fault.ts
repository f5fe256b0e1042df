/** The same as in package.json's `engines`. */
const leastNode: readonly [number, number] = [22, 18];

/**
 * Why the program cannot start, found before its modules are loaded, as a sentence; null when it can. It must
 * run on every Node, and imports nothing, because modules that an old Node cannot load fail before any check.
 */
export function entryFault(nodeVersion: string, args: readonly string[]): string | null {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number);
  const [leastMajor, leastMinor] = leastNode;
  if (major < leastMajor || (major === leastMajor && minor < leastMinor)) {
    return `Deckcast needs Node ${leastNode.join('.')} or later, and this is Node ${nodeVersion}: install Node 24, or run "npm start", which brings its own.`;
  }
  const [first] = args;
  if (first !== undefined) {
    return `Deckcast takes no command line arguments, and got "${first}": set environment variables instead, such as PORT=4000.`;
  }
  return null;
}
