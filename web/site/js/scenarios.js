// The scenarios that ship, in the order of the picker; each is a story in scenarios/.
export const SCENARIOS = [
  'first-look', 'scale-out', 'consumer-killed', 'host-lost', 'idle-consumers',
  'retry-elsewhere', 'stale-route', 'hanging-broker', 'avoidance-off', 'avoidance-on', 'isolation-versions',
  'slave-read', 'master-dies', 'async-loss', 'sync-safe', 'master-returns', 'master-returns-restart', 'slave-off', 'slave-off-53',
];

// read fetches a scenario's story.
export async function read(name) {
  const answer = await fetch(`scenarios/${name}.txt`);
  if (!answer.ok) throw new Error(`scenarios/${name}.txt: ${answer.status}`);
  return answer.text();
}
