// What was chosen last is what is shown, however long its files take.
let count = 0;

// choose makes a choice; what it returns tells whether it still is the last one.
export function choose() {
  const mine = ++count;
  return () => mine === count;
}
