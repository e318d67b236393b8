// The scenarios that ship, in the order of the picker and by what they are
// about; each is a story in scenarios/.
import { read as text } from './files.js';

export const TOPICS = {
  start: ['first-look'],
  allocation: ['scale-out', 'consumer-killed', 'host-lost', 'idle-consumers', 'remainder-skew', 'two-readers', 'same-client-id', 'orderly-hand-over', 'orderly-hand-over-53'],
  subscription: ['inconsistent-tags', 'inconsistent-topics', 'history'],
  producer: ['retry-elsewhere', 'stale-route', 'hanging-broker', 'avoidance-off', 'avoidance-on', 'isolation-versions'],
  replication: ['slave-read', 'master-dies', 'async-loss', 'sync-safe', 'master-returns', 'master-returns-restart', 'slave-off', 'slave-off-53', 'rolling-upgrade'],
  delay: ['delay-race', 'delay-fifo', 'delay-restart', 'delay-timer', 'poison-message', 'retry-storm'],
};

export const SCENARIOS = Object.values(TOPICS).flat();

// read fetches a scenario's story.
export const read = name => text(`scenarios/${name}.txt`);
