const mark = { __html: '<!--temple-note-->' }

/** Whose form it is and what becomes of the names: the server knows, and puts it here. */
export function TempleNote() {
  return (
    <footer
      className="temple"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant; the server escapes what it puts there
      dangerouslySetInnerHTML={mark}
    />
  )
}
