/**
 * The candle. Decision 13 describes the drawing, and the styles move the flame, which a tap stills.
 * Screen readers ignore it. The browser's script has no drawing of its own, but takes that of the page.
 */
export function Candle({ isLit = true }: { isLit?: boolean }) {
  return (
    <svg
      className={isLit ? 'candle' : 'candle unlit'}
      viewBox="0 0 104 128"
      fill="none"
      strokeLinecap="round"
      onPointerDown={event => event.currentTarget.toggleAttribute('data-still')}
      aria-hidden="true"
      {...(import.meta.env.SSR
        ? { children: <Drawing /> }
        : { dangerouslySetInnerHTML: { __html: drawn } })}
    />
  )
}

const drawn = import.meta.env.SSR ? '' : (document.querySelector('.candle')?.innerHTML ?? '')

function Drawing() {
  return (
    <>
      <radialGradient id="glow">
        <stop stopOpacity=".6" />
        <stop offset=".4" stopOpacity=".42" />
        <stop offset="1" stopOpacity="0" />
      </radialGradient>
      <path d="M20 126V54a32 32 0 0 1 64 0v72" stroke="#c99a4b" strokeWidth="1.2" opacity=".85" />
      <circle className="glow" cx="52" cy="50" r="44" fill="url(#glow)" />
      <path d="M50 64h4l.8 56h-5.6z" fill="#d99f41" />
      <path d="M51.4 68v48" stroke="#f6d488" strokeWidth="1.4" />
      <path d="M25 126c3-6 14-8 27-8s24 2 27 8z" fill="#c9a46a" />
      <path d="M52 64c-.5-2 .5-4 0-6" stroke="#4a3320" strokeWidth="1.2" />
      <g className="flame">
        <path
          d="M52 33c2.7 8 6.4 12 6.4 19a6.4 6.4 0 0 1-12.8 0c0-7 3.7-11 6.4-19z"
          fill="#f2a233"
        />
        <path
          className="flame-inner"
          d="M52 44c1.2 4 3.4 6 3.4 9.6a3.4 3.4 0 0 1-6.8 0c0-3.6 2.2-5.6 3.4-9.6z"
          fill="#fff3c4"
        />
      </g>
      <path d="M8 126.5h88" stroke="#c99a4b" strokeWidth="2" />
    </>
  )
}
