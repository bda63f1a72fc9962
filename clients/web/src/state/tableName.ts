interface Named {
  name: string;
  practice: boolean;
}

/** A table for practice that is begun by one press is called by this word, in the language of who pressed. */
const UNNAMED: ReadonlySet<string> = new Set(["Practice", "Εξάσκηση", "Práctica", "Treino", "Allenamento"]);

/** Whether nobody gave the table a name: it is called by the word of its reader's language. */
export function isUnnamed({ name, practice }: Named): boolean {
  return practice && UNNAMED.has(name);
}
