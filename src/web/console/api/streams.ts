import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { Connection } from './connection.ts';
import type { ConsoleClient } from './client.ts';

/** What a screen needs to follow a stream by itself. */
export type Streams = Pick<ConsoleClient, 'connection' | 'openStream'>;

/** Gives the screens the socket of their visitor. */
export const StreamsContext = createContext<Streams>({
  connection: new Connection(),
  openStream: () => {
    throw new Error('a stream was opened outside of a session');
  },
});

export const useStreams = (): Streams => useContext(StreamsContext);
