/** A wax candle with a living flame; the movement is in the styles. Decoration only. */
export function Candle() {
  return (
    <svg className="candle" viewBox="0 0 96 132" aria-hidden="true" focusable="false">
      <path className="niche" d="M10 132V56C10 24 34 10 48 2c14 8 38 22 38 54v76z" />
      <circle className="glow" cx="48" cy="46" r="34" />
      <path className="wax" d="M41 72c0-3 3-4 7-4s7 1 7 4v60H41z" />
      <path className="drip" d="M41 73c2 3 3 2 4 5s0 9 2 9 1-6 2-8 4-2 6-5v58H41z" />
      <path className="wick" d="M48 69c-.6-3 .8-5 0-8" />
      <g className="flame">
        <path
          className="flame-outer"
          d="M48 24c3 11 11 17 11 28a11 11 0 0 1-22 0c0-11 8-17 11-28z"
        />
        <path
          className="flame-inner"
          d="M48 40c1.500 5 5.500 9 5.500 14a5.500 5.500 0 0 1-11 0c0-5 4-9 5.500-14z"
        />
      </g>
    </svg>
  )
}
