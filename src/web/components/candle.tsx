/**
 * A wax candle with a living flame in a small niche; the movement is in the styles.
 * Decoration only: it says nothing to a screen reader.
 */
export function Candle() {
  return (
    <svg className="candle" viewBox="0 0 160 150" aria-hidden="true" focusable="false">
      <path className="niche" d="M32 149V62C32 34 58 24 80 3c22 21 48 31 48 59v87z" />
      <path className="niche-line" d="M38 149V64c0-25 22-34 42-52 20 18 42 27 42 52v85" />
      <circle className="glow" cx="80" cy="62" r="40" />
      <path className="wax" d="M70 91c0-4 4-5 10-5s10 1 10 5v58H70z" />
      <path className="drip" d="M84 87c4 .500 6 2 6 4v58h-8c2-12 2-26 1-38-.500-5 3-6 1-24z" />
      <path className="drip" d="M70 93c2 2 2.500 5 2.500 9 0 5-2.500 5-2.500 2z" />
      <path className="shine" d="M74 98v46" />
      <path className="wick" d="M80 87c-.800-4 1-6 0-10" />
      <g className="flame">
        <path
          className="flame-outer"
          d="M80 34c3.500 12 13 20 13 32a13 13 0 0 1-26 0c0-12 9.500-20 13-32z"
        />
        <path className="flame-inner" d="M80 53c2 6 7 10 7 16a7 7 0 0 1-14 0c0-6 5-10 7-16z" />
      </g>
      <path className="sill" d="M26 149h108" />
    </svg>
  )
}
