/** What a table of tricks has shown: the last finished trick and the running one, by their keys (`keyOf`). */
export interface Memory {
  last: string;
  running: string;
  /** The finished trick that has to be seen before the next card, though that has come already; "": none. */
  held: string;
}

/**
 * What is remembered once `last` and `running` are to be shown. A trick is held if its last card came after the others
 * were seen: computers may lead the next one at once. Not where one has jumped to another moment of the match.
 */
export function remembered(memory: Memory, last: string, running: string): Memory {
  if (memory.last === last && memory.running === running) return memory;
  const grew = memory.last !== last && memory.running !== "" && last.startsWith(memory.running);
  const held = grew || memory.held === last ? last : "";
  return { last, running, held };
}
