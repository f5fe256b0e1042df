/** Reports to the measurement where this peer listens. It ends with the measurement. */
export function reportBase(base) {
  process.once('disconnect', () => process.exit());
  process.send({ base });
}

/** Has a server of Node listen on this machine alone. */
export const listen = (server) =>
  server.listen(0, '127.0.0.1', () => reportBase(`http://127.0.0.1:${server.address().port}`));
