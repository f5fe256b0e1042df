/** Tells the measurement where this peer listens. It ends with the measurement. */
export function tell(base) {
  process.once('disconnect', () => process.exit());
  process.send({ base });
}

/** Has a server of Node listen on this machine alone. */
export const listen = (server) =>
  server.listen(0, '127.0.0.1', () => tell(`http://127.0.0.1:${server.address().port}`));
