interface Gate {
  open: () => void
  /** Resolves once it is open. */
  opened: Promise<void>
}

/** A gate at which whatever awaits it stands until the test opens it. */
export function closeGate(): Gate {
  let open = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  return { open, opened }
}
