const paths = {
  tick: <path d="M4.5 10.6 8.4 14.5 15.8 5.8" strokeWidth="2.4" />,
  flame: (
    <path
      d="M10 1.8c2.3 4.3 4.7 6.7 4.7 10.3a4.7 4.7 0 0 1-9.4 0c0-3.6 2.4-6 4.7-10.3z"
      fill="currentColor"
      stroke="none"
    />
  ),
  dash: <path d="M6 10h8" />,
  camera: (
    <>
      <path d="M2.5 6.5h3l1.5-2.3h6l1.5 2.3h3v9.8h-15z" />
      <circle cx="10" cy="11" r="2.9" />
    </>
  ),
  album: (
    <>
      <path d="M2.5 3.8h15v12.4h-15z" />
      <path d="m3 14 4-4.5 3.2 3.5 2.8-2.5 4 4" />
      <circle cx="13.3" cy="7.2" r=".9" />
    </>
  ),
}

export type IconName = keyof typeof paths

/** Defines the shapes, once in the page. */
export function IconShapes() {
  return (
    <svg className="shapes" aria-hidden="true">
      {Object.entries(paths).map(([name, shape]) => (
        <symbol key={name} id={name} viewBox="0 0 20 20">
          {/* In an enlarged page Safari would scale a width on the svg itself twice. */}
          <g strokeWidth="1.7">{shape}</g>
        </symbol>
      ))}
    </svg>
  )
}

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={`icon ${name}`} aria-hidden="true">
      <use href={`#${name}`} />
    </svg>
  )
}

/** The form's candle without its niche, because the page's head is the niche. */
export function Taper() {
  return (
    <svg className="taper" viewBox="0 0 40 48" aria-hidden="true">
      <path d="M18.6 27h2.8l.6 21h-4z" fill="#d99f41" />
      <path d="M20 27v-5" stroke="#4a3320" strokeWidth="1.1" />
      <path
        d="M20 1c3 8.6 6.7 12.7 6.7 19.2a6.7 6.7 0 0 1-13.4 0C13.3 13.7 17 9.6 20 1z"
        fill="#f2a233"
      />
      <path
        d="M20 12c1.3 4.3 3.5 6.4 3.5 10a3.5 3.5 0 0 1-7 0c0-3.6 2.2-5.7 3.5-10z"
        fill="#fff3c4"
      />
    </svg>
  )
}
