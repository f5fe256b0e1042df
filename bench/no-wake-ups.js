// Loaded before Deckcast (`node --import`): its processes then tell each other nothing, as if there were no bus.
import { WakeUps } from '../dist/jobs/wake-ups.js';

WakeUps.prototype.start = async () => undefined;
