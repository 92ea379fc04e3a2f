/** Kopiykas as `200.00`, for tables and other programs. */
export function showUah(kopiykas: number): string {
  return (kopiykas / 100).toFixed(2)
}

/** A moment (ms since 1970) as `2026-11-20 16:05Z`. */
export function showTime(at: number | null): string {
  return at === null ? '-' : `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')}Z`
}
