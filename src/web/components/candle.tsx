/**
 * Decision 13 describes the drawing; the movement is in the styles. A tap stills the flame. Screen
 * readers ignore it.
 */
export function Candle() {
  return (
    <svg
      className="candle"
      viewBox="0 0 104 128"
      onPointerDown={event => event.currentTarget.toggleAttribute('data-still')}
      aria-hidden="true"
    >
      <path className="niche" d="M14 126V54a38 38 0 0 1 76 0v72z" />
      <path className="niche-line" d="M20 126V54a32 32 0 0 1 64 0v72" />
      <circle className="glow" cx="52" cy="50" r="24" />
      <path className="wax" d="M50 64h4l.8 56h-5.600z" />
      <path className="shine" d="M51.400 68v48" />
      <path className="sand" d="M25 126c3-6 14-8 27-8s24 2 27 8z" />
      <path className="wick" d="M52 64c-.500-2 .500-4 0-6" />
      <g className="flame">
        <path
          className="flame-outer"
          d="M52 33c2.700 8 6.400 12 6.400 19a6.400 6.400 0 0 1-12.800 0c0-7 3.700-11 6.400-19z"
        />
        <path
          className="flame-inner"
          d="M52 44c1.200 4 3.400 6 3.400 9.600a3.400 3.400 0 0 1-6.800 0c0-3.600 2.200-5.600 3.400-9.600z"
        />
      </g>
      <path className="sill" d="M8 126.500h88" />
    </svg>
  )
}
