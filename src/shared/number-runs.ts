/** Numbers of a digest's orders: 1, 2, 3, 5 as `1–3, 5`, in ascending order. */
export function formatNumbers(numbers: number[]): string {
  const runs: [first: number, last: number][] = []
  for (const number of [...numbers].sort((one, other) => one - other)) {
    const run = runs[runs.length - 1]
    if (run && run[1] === number - 1) run[1] = number
    else runs.push([number, number])
  }
  return runs
    .map(([first, last]) => {
      if (first === last) return String(first)
      return first + 1 === last ? `${first}, ${last}` : `${first}–${last}`
    })
    .join(', ')
}
