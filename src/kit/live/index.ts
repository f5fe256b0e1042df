// The face of live: logs in the order of their positions, and the streams that follow them.
export { cursorOf, firstCursor, isAfter, logStart, type Position, positionIn } from './cursor.ts';
export { eventData, eventType, type EventType, eventTypeName, sampleId } from './event-type.ts';
export { LiveFeed } from './live-feed.ts';
export { LiveMemory } from './live-memory.ts';
export { LogEpoch } from './log-epoch.entity.ts';
export { commonEnd, isBefore, isBehind, isNextTo, logHead, lookBehind } from './log-order.ts';
export type { LogSource } from './log-source.ts';
export { followStates, LogStream, paceMs, Snapshot } from './log-stream.ts';
export { expired, requireKept, resolveCursor } from './resolve-cursor.ts';
export { attemptLog, eventLog } from './sequenced-logs.ts';
export { Sequencer } from './sequencer.ts';
export { StreamKey, Streams } from './streams.ts';
